import { act } from 'react'
import { expect, test } from 'vitest'
import { useLinger, useSteps } from '#app/linger.ts'
import { render } from '../ui/render.tsx'

interface Wish {
  wanted: string | null
}

let lingering: ReturnType<typeof useLinger<string>>
function Lingering({ wanted }: Wish) {
  lingering = useLinger(wanted)
  return null
}

let step: ReturnType<typeof useSteps<string>>
function Steps({ wanted }: Wish) {
  step = useSteps(wanted)
  return null
}

test('what is closed stays until it has left, and the next one waits for that', async () => {
  const view = await render(<Lingering wanted={null} />)
  await view.draw(<Lingering wanted="one" />)
  expect(lingering).toMatchObject({ shown: 'one', open: true })
  await view.draw(<Lingering wanted="two" />)
  expect(lingering).toMatchObject({ shown: 'one', open: false })
  await act(async () => lingering.onLeft())
  expect(lingering).toMatchObject({ shown: 'two', open: true })
  await view.remove()
})

test('a step takes the place of the one before without entering; one that opens while another leaves enters', async () => {
  const view = await render(<Steps wanted={null} />)
  await view.draw(<Steps wanted="form" />)
  expect(step).toMatchObject({ shown: 'form', open: true, enters: true })
  await view.draw(<Steps wanted="details" />)
  expect(step).toMatchObject({ shown: 'details', open: true, enters: false })
  await view.draw(<Steps wanted={null} />)
  expect(step).toMatchObject({ shown: 'details', open: false })
  await view.draw(<Steps wanted="form" />)
  expect(step).toMatchObject({ shown: 'form', open: true, enters: true })
  // Its word may come late: what is open stays.
  await act(async () => step.onLeft())
  expect(step).toMatchObject({ shown: 'form', open: true })
  await view.draw(<Steps wanted={null} />)
  await act(async () => step.onLeft())
  expect(step).toMatchObject({ shown: null, open: false })
  await view.remove()
})
