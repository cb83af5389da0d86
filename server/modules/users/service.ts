import type { Role, User } from '#contract/user.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound } from '#server/error.ts'
import { findUser, keepMarketingId, listRoleRows, listUserRows, rolesOf, type UserRow } from './store.ts'

const READ_USERS = 'users:read'

const present = (row: UserRow, roles: Role[] = []): User => ({
  id: row.id,
  email: row.email,
  vaultId: row.vaultId,
  roles,
})

/** The first role of the list counts. */
const may = (roles: Role[] | undefined, permission: string) =>
  roles?.[0]?.permissions.includes(permission) ?? false

export const makeUsers = ({ db }: Pick<Deps, 'db'>) => {
  const get = async (id: string): Promise<User> => {
    const row = await findUser(db, id)
    if (!row) throw notFound('There is no such user')
    return present(row, (await rolesOf(db, id)).get(id))
  }
  const mayRead = async (id: string) => may((await rolesOf(db, id)).get(id), READ_USERS)

  return {
    get,
    roles: () => listRoleRows(db),
    keepMarketingId: (id: string, marketingId: string) => keepMarketingId(db, id, marketingId),
    /** Everybody for those who may read users, else only the caller. */
    async visibleTo(callerId: string): Promise<User[]> {
      if (!(await mayRead(callerId))) return [await get(callerId)]
      const [rows, roles] = await Promise.all([listUserRows(db), rolesOf(db)])
      return rows.map((row) => present(row, roles.get(row.id)))
    },
    async seenBy(callerId: string, id: string): Promise<User> {
      if (id !== callerId && !(await mayRead(callerId))) throw forbidden('You can only read your own user')
      return get(id)
    },
  }
}
