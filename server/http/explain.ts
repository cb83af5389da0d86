import type * as z from 'zod/mini'
import type { Sentence } from '#contract/said.ts'
import { passedOn } from '#server/error.ts'

const INPUT = 'The input'

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

const text = (issue: z.core.$ZodIssue, name: string): string => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${name === INPUT ? '' : `${name}: `}unknown field ${issue.keys.join(', ')}`
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} should be ${article(issue.expected)}`
    case 'too_small':
      return `${name} should be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'too_big':
      return `${name} should be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'invalid_value':
      return `${name} should be one of ${issue.values.join(', ')}`
    default:
      return `${name} has the wrong format`
  }
}

/** What is wrong with the first wrong field, in words. A rule's own message stands alone. */
export const explain = (error: z.core.$ZodError): Sentence => {
  const [issue] = error.issues
  if (!issue) return 'The input is wrong'
  if (issue.message !== 'Invalid input' && issue.code !== 'unrecognized_keys') return passedOn(issue.message)
  const name = issue.path.map(String).join('.')
  const sentence = text(issue, name === '' ? INPUT : name)
  return passedOn(sentence.charAt(0).toUpperCase() + sentence.slice(1))
}
