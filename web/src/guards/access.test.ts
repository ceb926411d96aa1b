import { describe, expect, it } from 'vitest';
import { type AccessQuestion, ownPath, redirectOf } from './access.ts';
import { splitLanguage } from './language-of-path.ts';

const question = (changes: Partial<AccessQuestion>): AccessQuestion => ({
  access: 'session',
  isRedirectIfLogged: true,
  isSignedIn: false,
  location: '/en/project/1?q=a',
  redirect: null,
  ...changes,
});

describe('guard 1', () => {
  it('takes the language off the path', () => {
    expect(splitLanguage('/es/scenes/all')).toEqual({ language: 'es', rest: 'scenes/all' });
    expect(splitLanguage('/scenes/all')).toEqual({ language: null, rest: 'scenes/all' });
    expect(splitLanguage('/fr/login')).toEqual({ language: null, rest: 'fr/login' });
    expect(splitLanguage('/en')).toEqual({ language: 'en', rest: '' });
  });
});

describe('guard 2', () => {
  it('sends visitors to login, which leads back', () => {
    expect(redirectOf(question({}))).toEqual({
      to: 'login?redirect=%2Fen%2Fproject%2F1%3Fq%3Da',
      isWhole: false,
    });
  });

  it('carries no way back from home and scenes', () => {
    expect(redirectOf(question({ isRedirectIfLogged: false }))).toEqual({ to: 'login', isWhole: false });
  });

  it('sends people with a session away from public-only pages, to where they wanted to go', () => {
    const signedIn = { access: 'public-only', isSignedIn: true } as const;
    expect(redirectOf(question(signedIn))).toEqual({ to: 'home', isWhole: false });
    expect(redirectOf(question({ ...signedIn, redirect: '/es/builder/1' }))).toEqual({
      to: '/es/builder/1',
      isWhole: true,
    });
    expect(redirectOf(question({ ...signedIn, redirect: '//evil.example' }))?.to).toBe('home');
  });

  it('lets everybody onto open pages and people with a session onto theirs', () => {
    expect(redirectOf(question({ access: 'open' }))).toBeNull();
    expect(redirectOf(question({ isSignedIn: true }))).toBeNull();
    expect(redirectOf(question({ access: 'public-only' }))).toBeNull();
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
  ])('does not follow %j', (redirect) => {
    expect(ownPath(redirect)).toBeNull();
  });

  it('follows a path of our own', () => {
    expect(ownPath('/en/scenes/all?q=a#b')).toBe('/en/scenes/all?q=a#b');
  });
});
