import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { PhoneHint } from './phone-hint.tsx';

const { state } = vi.hoisted(() => ({ state: { config: {} as object, user: { isOperator: false } } }));
vi.mock('../../hooks/use-config.ts', () => ({ useConfig: () => state.config }));
vi.mock('../../hooks/use-user.ts', () => ({ useUser: () => state.user }));
vi.mock('../../hooks/use-translations.ts', () => ({
  useTranslations: () => ({
    t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
  }),
}));

const HERE = { publicUrl: 'http://localhost:3000', isLoopback: true, lanUrl: null, demo: null };
const OPERATOR = { isOperator: true };

// The component reads only the scene's address.
const scene = { url: 'http://localhost:3000/view/1' } as Composition;

function said(config: object, user = { isOperator: false }): string {
  Object.assign(state, { config, user });
  return renderToStaticMarkup(<PhoneHint scene={scene} />);
}

it('the phone hint explains to each user how phones can reach the address', () => {
  expect(said(HERE)).toContain('publish.phone.ask');
  expect(said(HERE, OPERATOR)).toContain('HOST=0.0.0.0 PUBLIC_URL=http://&lt;LAN address&gt;:3000');
  expect(said(HERE, OPERATOR)).toContain('HTTPS=lan');
  expect(said({ ...HERE, demo: {} })).toContain('publish.phone.loopback');
  for (const user of [undefined, OPERATOR]) {
    const html = said({ ...HERE, lanUrl: 'http://192.168.1.4:3000' }, user);
    expect(html).toContain('publish.phone.lan');
    expect(html).toContain('http://192.168.1.4:3000/view/1');
  }
});

it('the phone hint is empty where phones reach the address', () => {
  expect(said({ ...HERE, isLoopback: false })).toBe('');
});
