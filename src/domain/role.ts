import type { Role, User } from '#contract/user.ts'

const GUEST: Pick<Role, 'name' | 'permissions'> = { name: 'Guest', permissions: [] }

/** The first role counts; a user without roles is a guest. */
export const effectiveRole = (
  user: Pick<User, 'roles'> | null | undefined,
): Pick<Role, 'name' | 'permissions'> => user?.roles?.[0] ?? GUEST

export const hasPermission = (user: Pick<User, 'roles'> | null | undefined, permission: string): boolean =>
  effectiveRole(user).permissions.includes(permission)
