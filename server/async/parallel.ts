const AT_ONCE = 8

/** All items, a few of them at once; the results are in the order of the items. */
export const inParallel = async <A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> => {
  const results: B[] = []
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  }
  return results
}
