/** Roles as they travel, with the word for each: 0 and 1 go with scenes and projects, 2 and 3 with workspaces. */
export const ROLE = { edit: 0, view: 1, admin: 2, guest: 3 } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

export const PERMISSIONS = ['edit', 'view', 'admin', 'guest'] as const;
export type PermissionWord = (typeof PERMISSIONS)[number];

/** What can be shared with somebody, as the plural keys of requests name it. */
export const SUBJECTS = ['compositions', 'projects', 'accounts'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The word for a role. */
export function permissionOfRole(role: Role): PermissionWord {
  return PERMISSIONS[role];
}

/** Whether a role can be had on such a thing. */
export function isRoleFor(subject: Subject, role: Role): boolean {
  return subject === 'accounts' ? role >= ROLE.admin : role <= ROLE.view;
}

/**
 * The role that stands for several: that in the workspace if there is one, else the strongest one on its scenes and
 * projects; null without any.
 */
export function strongestRole(roles: readonly Role[]): Role | null {
  const ofAccount = roles.filter((role) => role >= ROLE.admin);
  const ranked = ofAccount.length > 0 ? ofAccount : roles;
  return ranked.length === 0 ? null : (Math.min(...ranked) as Role);
}
