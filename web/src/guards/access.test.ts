import { describe, expect, it } from 'vitest';
import { type AccessQuestion, type GuardedPerson, ownPath, redirectOf } from './access.ts';
import { splitLanguage } from './language-of-path.ts';

const question = (changes: Partial<AccessQuestion>): AccessQuestion => ({
  access: 'session',
  isRedirectIfLogged: true,
  isOnboarding: false,
  isResetDone: false,
  hasPasswordChange: false,
  opensBeforeSetUp: false,
  person: null,
  location: '/en/project/1?q=a',
  redirect: null,
  upgrade: null,
  afterOnboarding: null,
  ...changes,
});

const SETTLED: GuardedPerson = { needsOnboarding: false, accountUuid: 'a1' };
const NEW: GuardedPerson = { needsOnboarding: true, accountUuid: 'a1' };

describe('guard 1, language', () => {
  it('strips the language from the path', () => {
    expect(splitLanguage('/es/scenes/all')).toEqual({ language: 'es', rest: 'scenes/all' });
    expect(splitLanguage('/scenes/all')).toEqual({ language: null, rest: 'scenes/all' });
    expect(splitLanguage('/fr/login')).toEqual({ language: null, rest: 'fr/login' });
    expect(splitLanguage('/en')).toEqual({ language: 'en', rest: '' });
  });
});

describe('guard 2, session', () => {
  it('redirects visitors to login with a return path', () => {
    expect(redirectOf(question({}))).toEqual({
      to: 'login?redirect=%2Fen%2Fproject%2F1%3Fq%3Da',
      isWhole: false,
    });
  });

  it('adds no return path for home and scenes', () => {
    expect(redirectOf(question({ isRedirectIfLogged: false }))).toEqual({ to: 'login', isWhole: false });
  });

  it('redirects logged-in users from public-only pages to their requested page', () => {
    const signedIn = { access: 'public-only', person: SETTLED } as const;
    expect(redirectOf(question(signedIn))).toEqual({ to: 'home', isWhole: false });
    expect(redirectOf(question({ ...signedIn, redirect: '/es/builder/1' }))).toEqual({
      to: '/es/builder/1',
      isWhole: true,
    });
    expect(redirectOf(question({ ...signedIn, redirect: '//evil.example' }))?.to).toBe('home');
  });

  it('opens public pages to all, and session pages to logged-in users', () => {
    expect(redirectOf(question({ access: 'open' }))).toBeNull();
    expect(redirectOf(question({ person: SETTLED }))).toBeNull();
    expect(redirectOf(question({ access: 'public-only' }))).toBeNull();
  });
});

describe('guard 3, onboarding', () => {
  it('redirects users without a set-up workspace to onboarding, keeping the requested page', () => {
    expect(redirectOf(question({ person: NEW }))?.to).toBe('onboarding?redirect=%2Fen%2Fproject%2F1%3Fq%3Da');
    expect(redirectOf(question({ person: NEW, isRedirectIfLogged: false }))?.to).toBe('onboarding');
    expect(redirectOf(question({ person: NEW, isOnboarding: true }))).toBeNull();
    expect(redirectOf(question({ person: NEW, access: 'open' }))).toBeNull();
  });

  it('opens an invitation before onboarding', () => {
    const invited = { person: NEW, afterOnboarding: 'accept-invitation/1' };
    expect(redirectOf(question({ ...invited, access: 'public-only' }))?.to).toBe('accept-invitation/1');
    expect(redirectOf(question({ ...invited, opensBeforeSetUp: true }))).toBeNull();
    expect(redirectOf(question({ ...invited, isRedirectIfLogged: false }))?.to).toBe('onboarding');
    const trial = { ...invited, afterOnboarding: 'home?upgrade=pro' };
    expect(redirectOf(question({ ...trial, access: 'public-only' }))?.to).toBe('home');
  });

  it('redirects set-up users from onboarding to the requested page, the pending page or home', () => {
    const done = { person: SETTLED, isOnboarding: true };
    expect(redirectOf(question(done))).toEqual({ to: 'home', isWhole: false });
    expect(redirectOf(question({ ...done, afterOnboarding: 'builder/1' }))?.to).toBe('builder/1');
    const wish = { redirect: '/en/project/2', afterOnboarding: 'builder/1' };
    expect(redirectOf(question({ ...done, ...wish }))).toEqual({ to: '/en/project/2', isWhole: true });
    expect(redirectOf(question({ ...done, redirect: '//evil.example' }))?.to).toBe('home');
  });
});

describe('the confirmation of a replaced password', () => {
  const signedIn = { access: 'public-only', person: SETTLED, hasPasswordChange: true } as const;

  it('is where a password reset leads, regardless of other redirects', () => {
    expect(redirectOf(question(signedIn))).toEqual({ to: 'reset-password/successful', isWhole: false });
    expect(redirectOf(question({ ...signedIn, person: NEW, redirect: '/en/project/2' }))?.to).toBe(
      'reset-password/successful',
    );
  });

  it('stays open to the user, who is logged in already', () => {
    expect(redirectOf(question({ ...signedIn, isResetDone: true }))).toBeNull();
    expect(redirectOf(question({ ...signedIn, access: 'session' }))).toBeNull();
  });

  it('redirects other logged-in users to home', () => {
    expect(redirectOf(question({ ...signedIn, hasPasswordChange: false, isResetDone: true }))?.to).toBe(
      'home',
    );
  });
});

describe('guard 4, upgrade', () => {
  it('redirects from any page to the upgrade once the workspace is set up', () => {
    expect(redirectOf(question({ person: SETTLED, upgrade: 'pro' }))?.to).toBe('upgrade/a1/pro');
    const fresh = { person: NEW, upgrade: 'pro', isRedirectIfLogged: false };
    expect(redirectOf(question(fresh))?.to).toBe('onboarding?upgrade=pro');
    expect(redirectOf(question({ ...fresh, person: SETTLED, isOnboarding: true }))?.to).toBe(
      'home?upgrade=pro',
    );
    expect(redirectOf(question({ upgrade: 'pro', isRedirectIfLogged: false }))?.to).toBe('login?upgrade=pro');
    const publicOnly = { access: 'public-only', person: SETTLED, upgrade: 'pro' } as const;
    expect(redirectOf(question(publicOnly))?.to).toBe('home?upgrade=pro');
  });

  it('ignores unknown plans and users without a workspace', () => {
    expect(redirectOf(question({ person: SETTLED, upgrade: '../x' }))).toBeNull();
    const guest = { needsOnboarding: false, accountUuid: null };
    expect(redirectOf(question({ person: guest, upgrade: 'pro' }))).toBeNull();
  });
});

describe('ownPath', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a\\..\\b',
    '/\t/evil.example',
    'javascript:alert(1)',
    'scenes/all',
    '',
  ])('rejects %j', (redirect) => {
    expect(ownPath(redirect)).toBeNull();
  });

  it('accepts a path of this site', () => {
    expect(ownPath('/en/scenes/all?q=a#b')).toBe('/en/scenes/all?q=a#b');
  });
});
