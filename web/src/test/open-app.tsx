import '../theme/global.css';
import '../theme/utilities.css';
import type { AccountRef, User } from '@diorama/shared/contract/auth.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import type { Theme } from '@diorama/shared/domain/theme.ts';
import axe from 'axe-core';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { App, createApi } from '../app.tsx';
import { completeSample, type SampleSize } from './complete-sample.ts';
import { type Answers, type FakeServer, type PartOf, startFakeServer } from './fake-server.ts';

/** Uuid of the workspace of {@link openApp}'s user. */
export const WORKSPACE = '01900000-0000-7000-8000-00000000a000';

/** Uuid of {@link openApp}'s user. */
const USER = '01900000-0000-7000-8000-00000000a001';

/** The workspace of {@link openApp}'s user, as lists name it. */
export const ACCOUNT: AccountRef = {
  '@id': `/api/accounts/${WORKSPACE}`,
  uuid: WORKSPACE,
  name: 'Kitchens',
  logoUrl: null,
  role: 'owner',
  isActive: true,
  hasCompletedOnboarding: true,
};

/** The same workspace on the Free plan with nothing in it. */
export const FREE = {
  '@id': ACCOUNT['@id'],
  uuid: WORKSPACE,
  owner: { uuid: USER },
  isActive: true,
  status: 'active',
  subscriptionType: 'free',
  subscriptionStatus: 1,
  features: { maxScenes: 5 },
} as const;

const DESKTOP = [1440, 900] as const;
export const PHONE = [390, 844] as const;

type Options = {
  answers?: Answers;
  /** The signed-in user, completed from a small sample; `null` for a visitor. */
  user?: PartOf<User> | null;
  theme?: Theme;
  /** Width and height of the window in pixels. */
  size?: readonly [number, number];
  /** Size of what the answers leave out. */
  samples?: SampleSize;
};

/**
 * Opens the whole application at an address, against a server that answers from the contract. It is closed after the
 * test, which fails if the console has an error or a warning.
 */
export async function openApp(
  address: string,
  { answers = {}, user = {}, theme = 'dark', size = DESKTOP, samples = 'small' }: Options = {},
): Promise<FakeServer> {
  await page.viewport(...size);
  localStorage.clear();
  sessionStorage.clear();
  const me =
    user === null
      ? null
      : (completeSample(routes.getMe.response, {
          uuid: USER,
          name: 'Ada',
          locale: 'en',
          shortLocale: 'en',
          type: 1,
          isEmailConfirmed: true,
          accounts: [ACCOUNT],
          ...user,
        }) as User);
  const server = startFakeServer(
    {
      ...(me !== null && { getMe: me }),
      getComposition: { account: ACCOUNT['@id'] },
      getAccount: FREE,
      ...answers,
    },
    samples,
  );
  if (me !== null) {
    const session = { token: 'token', refreshToken: 'refresh', user: me, remember: true };
    localStorage.setItem('diorama.session', JSON.stringify(session));
  }
  history.replaceState(null, '', address);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const api = createApi();
  api.theme.set(theme);
  root.render(<App api={api} />);
  const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  onTestFinished(() => {
    root.unmount();
    host.remove();
    server.stop();
    expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
  return server;
}

/** Asserts that nothing is wider than the screen, and that axe finds nothing on the page of a phone. */
export async function expectReadable(): Promise<void> {
  for (const [width, height] of [DESKTOP, PHONE]) {
    await page.viewport(width, height);
    expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
  }
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
}
