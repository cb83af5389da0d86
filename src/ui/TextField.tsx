import type { ComponentProps } from 'react'
import { Field, type FieldText } from './Field.tsx'
import { Input } from './Input.tsx'

type Props = FieldText & Omit<ComponentProps<'input'>, 'id'> & { mono?: boolean }

/** Field and Input in one; takes what react-hook-form's register() returns. */
export function TextField({ label, hint, error, aside, className, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  )
}
