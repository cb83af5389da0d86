import type { Db } from './client.ts'

/**
 * A statement that is built once per database and that PostgreSQL plans once per connection: for what is asked at every
 * call. Inside a transaction it is built anew.
 */
export const prepared = <S extends object>(build: (db: Db) => S): ((db: Db) => S) => {
  const built = new WeakMap<Db, S>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const made = build(db)
    built.set(db, made)
    return made
  }
}
