import { Config } from '#contract/config.ts'
import { endpoint } from '#contract/endpoint.ts'

export const getConfig = endpoint({ method: 'GET', path: 'config', access: 'open', reply: Config })
