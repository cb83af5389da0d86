import type { Role, User } from '#contract/user.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound } from '#server/error.ts'
import {
  findUser,
  keepMarketingId,
  listRoleRows,
  listUserRows,
  type Preferences,
  rolesOf,
  type UserRow,
  updateUser,
} from './store.ts'

export { languagesOf } from './store.ts'

const READ_USERS = 'users:read'

const present = (row: UserRow, roles: Role[] = []): User => ({
  id: row.id,
  email: row.email,
  vaultId: row.vaultId,
  roles,
})

/** As he himself gets it. */
const presentOwn = (row: UserRow, roles: Role[] | undefined): User => ({
  ...present(row, roles),
  ...{ language: row.language, startHidden: row.startHidden },
})

/** The first role of the list counts. */
const may = (roles: Role[] | undefined, permission: string) =>
  roles?.[0]?.permissions.includes(permission) ?? false

export const makeUsers = ({ db }: Pick<Deps, 'db'>) => {
  const find = async (id: string, view: typeof present): Promise<User> => {
    const row = await findUser(db, id)
    if (!row) throw notFound('There is no such user')
    return view(row, (await rolesOf(db, id)).get(id))
  }
  const get = (id: string): Promise<User> => find(id, presentOwn)
  const mayRead = async (id: string) => may((await rolesOf(db, id)).get(id), READ_USERS)

  return {
    get,
    async update(id: string, change: Preferences): Promise<User> {
      await updateUser(db, id, change)
      return get(id)
    },
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
      return find(id, id === callerId ? presentOwn : present)
    },
  }
}
