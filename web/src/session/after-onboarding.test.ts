import { describe, expect, it } from 'vitest';
import {
  pageAfterOnboarding,
  readAfterOnboarding,
  rememberCollabScene,
  type SignUpContext,
} from './after-onboarding.ts';

const signUpContext = (changes: Partial<SignUpContext>): SignUpContext => ({
  invitation: null,
  collabScene: null,
  plan: null,
  toggleTrial: false,
  ...changes,
});

describe('the sign-up context', () => {
  it('leads to the invitation, else to the scene, else to the plan', () => {
    expect(pageAfterOnboarding(signUpContext({ invitation: 'i', collabScene: 's' }))).toBe(
      'accept-invitation/i',
    );
    expect(pageAfterOnboarding(signUpContext({ collabScene: '../x' }))).toBe('builder/..%2Fx');
    expect(pageAfterOnboarding(signUpContext({ plan: 'pro', toggleTrial: true }))).toBe('home?upgrade=pro');
    expect(pageAfterOnboarding(signUpContext({ plan: 'pro' }))).toBeNull();
  });

  it('is read back only as a page of this site', () => {
    const holding = (text: string | null) => ({ getItem: () => text });
    expect(readAfterOnboarding(holding('builder/1'))).toBe('builder/1');
    expect(readAfterOnboarding(holding('/evil.test'))).toBeNull();
    expect(readAfterOnboarding(holding('https://evil.test'))).toBeNull();
    expect(readAfterOnboarding(holding(null))).toBeNull();
  });

  it('stores the scene that a signed-out visitor requested, and no other page', () => {
    const stored: Record<string, string> = {};
    const storage = { setItem: (key: string, value: string) => Object.assign(stored, { [key]: value }) };
    const scene = '01900000-0000-7000-8000-000000000001';
    for (const path of ['/en/profile', '/builder/mine', `/en/project/${scene}`, `/es/builder/${scene}/x`]) {
      rememberCollabScene(storage, path);
    }
    expect(stored).toEqual({});
    rememberCollabScene(storage, `/es/builder/${scene}`);
    expect(Object.values(stored)).toEqual([scene]);
  });
});
