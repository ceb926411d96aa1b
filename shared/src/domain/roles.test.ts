import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRoleFor, permissionOfRole, ROLE, type Role, strongestRole } from './roles.ts';

const anyRole = fc.constantFrom<Role>(0, 1, 2, 3);

describe('roles', () => {
  it('map to the permission names of the interface', () => {
    expect(([0, 1, 2, 3] as const).map(permissionOfRole)).toEqual(['edit', 'view', 'admin', 'guest']);
  });

  it('apply either to workspaces or to projects and scenes', () => {
    fc.assert(
      fc.property(anyRole, (role) => {
        expect(isRoleFor('compositions', role)).toBe(isRoleFor('projects', role));
        expect(isRoleFor('accounts', role)).toBe(!isRoleFor('projects', role));
      }),
    );
  });

  it('reduce to the strongest role, workspace roles first', () => {
    expect(strongestRole([])).toBeNull();
    expect(strongestRole([ROLE.view, ROLE.edit, ROLE.view])).toBe(ROLE.edit);
    expect(strongestRole([ROLE.edit, ROLE.guest])).toBe(ROLE.guest);
    fc.assert(
      fc.property(fc.array(anyRole, { minLength: 1 }), (roles) => {
        const sum = strongestRole(roles);
        expect(roles).toContain(sum);
        expect(strongestRole(roles.toReversed())).toBe(sum);
      }),
    );
  });
});
