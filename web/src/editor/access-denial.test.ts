import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { accessDenialOf } from './access-denial.ts';

it('tells a scene in the trash from one that is not for the person, and both from a failed call', () => {
  const by = (status: number, code: string) => accessDenialOf(new ApiError({ status, code }));
  expect(by(404, 'scene.trashed')).toBe('trashed');
  expect(by(404, 'request.not-found')).toBe('denied');
  expect(by(403, 'security.not-allowed')).toBe('denied');
  expect(by(503, 'unreadable')).toBeNull();
});

it('takes nobody for shut out, whose unsent edits would go, while a workspace is suspended or an address blocked', () => {
  const by = (code: string) => accessDenialOf(new ApiError({ status: 403, code }));
  expect([by('security.account.suspended'), by('security.blocked')]).toEqual(['barred', 'barred']);
});
