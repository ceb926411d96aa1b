import { PRIVACY } from '@diorama/shared/contract/compositions.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { assertPassword } from './change-scene.ts';

const CHANGES = [undefined, ...PRIVACY].flatMap((privacy) =>
  [undefined, null, 'open sesame'].map((password) => ({ privacy, password })),
);

describe('a change of a scene', () => {
  it.each(PRIVACY.flatMap((privacy) => CHANGES.map((change) => ({ stored: privacy, ...change }))))(
    'is rejected only if a scene opened by password would have none: %o',
    ({ stored, privacy, password }) => {
      // A password-protected scene has a password.
      const before = stored === 'password' ? 'before' : null;
      const isOpenTo = (privacy ?? stored) !== 'password';
      const after = password === undefined ? before : password;
      const change = () => assertPassword({ privacy, password }, { privacy: stored });
      if (isOpenTo || after !== null) {
        expect(change).not.toThrow();
      } else {
        expect(change).toThrow(CodedError);
      }
    },
  );
});
