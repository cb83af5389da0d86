import type { Store } from '#server/custody/store.ts'

/** Custody's files without a disk, for tests of many thousand writes. Opened again it has the same files. */
export const memoryStore = (): (() => Promise<Store>) => {
  const files = new Map<string, string>()
  const store: Store = {
    read: async (path) => files.get(path),
    async create(path, text) {
      if (files.has(path)) return false
      files.set(path, text)
      return true
    },
    async replace(path, text) {
      files.set(path, text)
    },
    async append(path, text) {
      files.set(path, (files.get(path) ?? '') + text)
    },
    async cut(path, bytes) {
      files.set(path, (files.get(path) ?? '').slice(0, bytes))
    },
    async move(from, to) {
      files.set(to, files.get(from) ?? '')
      files.delete(from)
    },
    async remove(path) {
      files.delete(path)
    },
    list: async (folder) =>
      [...files.keys()].flatMap((path) =>
        path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
      ),
    async mark(path) {
      const text = files.get(path)
      return text === undefined ? undefined : { bytes: text.length, state: text }
    },
    holding: async (text) => [...files].flatMap(([path, own]) => (own.includes(text) ? [path] : [])),
    async close() {},
  }
  return async () => store
}
