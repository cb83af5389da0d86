import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockText, dateText, dateTimeText, timeText } from '#domain/date.ts'

afterEach(() => vi.unstubAllEnvs())

describe('dates in the viewer’s time zone', () => {
  it.each([
    ['UTC', '2024-03-05T14:07:09Z', '05 Mar 2024', '2:07 PM GMT+0', '14:07'],
    ['Asia/Kolkata', '2024-03-05T14:07:09Z', '05 Mar 2024', '7:37 PM GMT+5:30', '19:37'],
    ['America/New_York', '2024-12-31T00:30:00.000Z', '30 Dec 2024', '7:30 PM GMT-5', '19:30'],
    ['UTC', '2024-03-05T00:05:00Z', '05 Mar 2024', '12:05 AM GMT+0', '00:05'],
  ])('in %s the instant %s is %s, %s', (zone, instant, date, time, clock) => {
    vi.stubEnv('TZ', zone)
    expect(dateText(instant)).toBe(date)
    expect(timeText(instant)).toBe(time)
    expect(dateTimeText(instant)).toBe(`${date}, ${time}`)
    expect(clockText(instant)).toBe(clock)
  })
})
