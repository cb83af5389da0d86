import * as z from 'zod/mini'

/** Told of each item that could not be read: its id or place, and what is wrong with it. */
export type OnOdd = (what: string) => void

type Read = { success: true; data: unknown } | { success: false; error: z.core.$ZodError }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** `amount: Invalid input; createdAt: …` */
export const issuesText = (error: z.core.$ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`).join('; ')

/** The schema of one item, of an array or of `{items, total}`. */
const itemSchema = (schema: unknown): z.ZodMiniType | undefined => {
  if (schema instanceof z.ZodMiniArray) return schema._zod.def.element as z.ZodMiniType
  return schema instanceof z.ZodMiniObject ? itemSchema(schema._zod.def.shape.items) : undefined
}

/**
 * As `safeParse`, except that a list is read item by item when it cannot be read whole: what is odd is left out and
 * told, so that it does not hide the rest. `{items, total}` may also come as a plain array.
 */
export const readLeniently = (schema: z.ZodMiniType, value: unknown, onOdd: OnOdd): Read => {
  const whole = schema.safeParse(value)
  if (whole.success) return whole
  const item = itemSchema(schema)
  const items = isRecord(value) && Array.isArray(value.items) ? value.items : value
  if (!item || !Array.isArray(items)) return whole
  const readable = items.filter((raw: unknown, index) => {
    const { success, error } = item.safeParse(raw)
    if (!success) onOdd(`${isRecord(raw) ? String(raw.id ?? index) : index}: ${issuesText(error)}`)
    return success
  })
  if (schema instanceof z.ZodMiniArray) return schema.safeParse(readable)
  // Without its cursor: what is left out is asked for again.
  const { cursor: _, ...rest } = isRecord(value) && !Array.isArray(value) ? value : {}
  return schema.safeParse({ total: readable.length, ...rest, items: readable })
}
