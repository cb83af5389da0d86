import { Config } from '#contract/config.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CONFIG } from './first.ts'

export const getConfig = endpoint({ ...CONFIG, reply: Config })
