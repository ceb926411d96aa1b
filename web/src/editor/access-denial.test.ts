import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { accessDenialOf } from './access-denial.ts';

it('accessDenialOf distinguishes a trashed scene, a denied one and a failed call', () => {
  const by = (status: number, code: string) => accessDenialOf(new ApiError({ status, code }));
  expect(by(404, 'scene.trashed')).toBe('trashed');
  expect(by(404, 'request.not-found')).toBe('denied');
  expect(by(403, 'security.not-allowed')).toBe('denied');
  expect(by(503, 'unreadable')).toBeNull();
});

it('accessDenialOf returns barred for a suspended workspace and a blocked address, so unsent edits are kept', () => {
  const by = (code: string) => accessDenialOf(new ApiError({ status: 403, code }));
  expect([by('security.account.suspended'), by('security.blocked')]).toEqual(['barred', 'barred']);
});
