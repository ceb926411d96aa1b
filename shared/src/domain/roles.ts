/** Roles as the API numbers them: 0 and 1 apply to scenes and projects, 2 and 3 to workspaces. */
export const ROLE = { edit: 0, view: 1, admin: 2, guest: 3 } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

export const PERMISSIONS = ['edit', 'view', 'admin', 'guest'] as const;
export type PermissionWord = (typeof PERMISSIONS)[number];

/** Entities that can be shared, as the plural keys of requests. */
export const SUBJECTS = ['compositions', 'projects', 'accounts'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Permission name of a role. */
export function permissionOfRole(role: Role): PermissionWord {
  return PERMISSIONS[role];
}

/** Whether a role is valid for such an entity. */
export function isRoleFor(subject: Subject, role: Role): boolean {
  return subject === 'accounts' ? role >= ROLE.admin : role <= ROLE.view;
}

/**
 * Effective role of several: the one in the workspace if any, else the strongest one on its scenes and
 * projects; null without any.
 */
export function strongestRole(roles: readonly Role[]): Role | null {
  const ofAccount = roles.filter((role) => role >= ROLE.admin);
  const ranked = ofAccount.length > 0 ? ofAccount : roles;
  return ranked.length === 0 ? null : (Math.min(...ranked) as Role);
}
