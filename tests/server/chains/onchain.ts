import { afterAll, beforeAll } from 'vitest'
import { startNode, type TestNode } from './node.ts'

interface Opened<R> {
  node: TestNode
  rig: R
}

/** For all tests of a file: a chain with a rig over it, both closed after the last. */
export const onChain = <R extends { stop(): Promise<void> }>(
  openRig: (around: { node: TestNode }) => Promise<R>,
  opened: (both: Opened<R>) => unknown,
): void => {
  let node: TestNode | undefined
  let rig: R | undefined
  beforeAll(async () => {
    node = await startNode()
    rig = await openRig({ node })
    await opened({ node, rig })
  })
  afterAll(async () => {
    await rig?.stop()
    await node?.stop()
  })
}
