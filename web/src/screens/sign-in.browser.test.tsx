import { CodedError } from '@diorama/shared/contract/errors.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable, FREE, openApp } from '../test/open-app.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const text = (words: string) => page.getByText(words, { exact: true });

it('sign-up marks missing fields and an address that has an account', async () => {
  const server = await openApp('/en/sign-up', { user: null });
  await button('Create account').click();
  await expect.element(field('Your name')).toHaveFocus();
  await expect.poll(() => text('Please fill in the field').elements().length).toBe(3);
  await field('Password').fill('short');
  await expect.element(text('Use at least 8 characters')).toBeVisible();
  expect(server.changes).toEqual([]);
  server.answers.signup = new CodedError('user.email.taken', {
    violations: [{ propertyPath: 'email', code: 'user.email.taken' }],
  });
  await field('Your name').fill('Ada');
  await field('Email').fill('ada@example.test');
  await field('Password').fill('long enough');
  await button('Create account').click();
  await expect.element(field('Email')).toHaveFocus();
  await expectReadable();
});

it('login reports a wrong password, then opens the requested page', async () => {
  const server = await openApp('/en/trash', { user: null });
  await expect.poll(() => location.search).toBe('?redirect=%2Fen%2Ftrash');
  server.answers.login = new CodedError('auth.wrong-credentials');
  await field('Email').fill('ada@example.test');
  await field('Password').fill('not this one');
  await button('Log in').click();
  await expect.element(text('Title of auth.wrong-credentials')).toBeVisible();
  const user = {
    name: 'Ada',
    type: 1,
    accounts: [{ uuid: FREE.uuid, role: 'owner', isActive: true, hasCompletedOnboarding: true }],
  } as const;
  Object.assign(server.answers, { login: { user }, getMe: user });
  await button('Log in').click();
  await expect.element(heading('The trash is empty').or(heading('Trash')).first()).toBeVisible();
  expect(location.pathname).toBe('/en/trash');
});

it('a session that the server no longer knows ends with a notice', async () => {
  const over = new CodedError('auth.session-expired');
  await openApp('/en/scenes/all', { answers: { getMe: over, listCompositions: over, refreshToken: over } });
  await expect.element(text('Session expired. Please log in')).toBeVisible();
  expect(location.pathname).toBe('/en/login');
  expect(localStorage.getItem('diorama.session')).toBeNull();
});

it('a rejected token is renewed without the user noticing', async () => {
  let token = 'old';
  const server = await openApp('/en/scenes/all', {
    answers: {
      listCompositions: () => (token === 'old' ? new CodedError('auth.session-expired') : { member: [] }),
      refreshToken: () => {
        token = 'new';
        return { token };
      },
    },
  });
  await expect.element(heading('Your first scene starts here')).toBeVisible();
  expect(server.changes.filter(({ route }) => route === 'refreshToken')).toHaveLength(1);
});

it('a password reset request is answered the same for every address', async () => {
  await openApp('/en/reset-password/request', { user: null });
  await field('Email').fill('nobody@example.test');
  await button('Send link').click();
  await expect.element(heading('Check your inbox')).toBeVisible();
  const told =
    'If nobody@example.test has an account here, you will receive a link to set a new password. It is valid for one hour.';
  await expect.element(text(told)).toBeVisible();
  await expectReadable();
});

it('the language follows the URL and can be changed', async () => {
  await openApp('/en/login', { user: null });
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await button('Language: English').click();
  await page.getByRole('menuitemcheckbox', { name: 'Español', exact: true }).click();
  await expect.element(heading('Iniciar sesión')).toBeVisible();
  expect(location.pathname).toBe('/es/login');
  await expect.poll(() => document.documentElement.lang).toBe('es');
});

it.each([
  ['/en/nowhere', 'Page not found'],
  ['/es/nowhere/at/all', 'Página no encontrada'],
  ['/fr/login', 'Page not found'],
])('%s shows a not-found page', async (address, title) => {
  await openApp(address, { user: null });
  await expect.element(heading(title)).toBeVisible();
  await expectReadable();
});

/** Puts a button in the place of Google's script, which answers with that token. */
function replaceGoogle(credential: string) {
  let answer: (answer: { credential: string }) => void = () => undefined;
  const id = {
    initialize: ({ callback }: { callback: typeof answer }) => {
      answer = callback;
    },
    renderButton: (place: HTMLElement) => {
      const drawn = place.appendChild(document.createElement('button'));
      drawn.textContent = 'Continue with Google';
      drawn.onclick = () => answer({ credential });
    },
  };
  const append = document.head.append.bind(document.head);
  const spy = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement && script.src.startsWith('https://accounts.google.com/'))) {
      append(...nodes);
      return;
    }
    Object.assign(window, { google: { accounts: { id } } });
    script.onload?.(new Event('load'));
  });
  onTestFinished(() => spy.mockRestore());
}

it('a Google account without a user is asked to sign up, and then logs in', async () => {
  const claims = { email: 'grace@example.test', name: 'Grace', picture: 'https://pictures.example/grace' };
  const idToken = `header.${btoa(JSON.stringify(claims))}.signature`;
  replaceGoogle(idToken);
  const unknown = new CodedError('auth.google.unknown');
  const server = await openApp('/en/login', {
    user: null,
    answers: { getConfig: { googleClientId: 'client' }, socialLogin: unknown },
  });
  await button('Continue with Google').click();
  await expect.element(text('Title of auth.google.unknown')).toBeVisible();
  await expectReadable();
  await page.getByRole('link', { name: 'Create an account', exact: true }).click();
  await expect.element(heading('Create your account')).toBeVisible();
  // Signing up with a known address logs in.
  const user = {
    name: 'Grace',
    type: 1,
    accounts: [{ uuid: FREE.uuid, hasCompletedOnboarding: true }],
  } as const;
  Object.assign(server.answers, {
    socialSignup: new CodedError('user.email.taken'),
    socialLogin: { user, notices: [] },
    getMe: user,
  });
  await button('Continue with Google').click();
  await expect.poll(() => location.pathname).toBe('/en/scenes/all');
  const { email, name: username, picture: avatar } = claims;
  expect(server.changes).toMatchObject([
    { route: 'socialLogin', body: { idToken } },
    { route: 'socialSignup', body: { idToken, email, username, avatar } },
    { route: 'socialLogin', body: { idToken } },
  ]);
});
