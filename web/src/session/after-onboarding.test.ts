import { describe, expect, it } from 'vitest';
import { type Brought, pageAfterOnboarding, readAfterOnboarding } from './after-onboarding.ts';

const brought = (changes: Partial<Brought>): Brought => ({
  invitation: null,
  collabScene: null,
  plan: null,
  toggleTrial: false,
  ...changes,
});

describe('what a sign-up brought along', () => {
  it('leads to the invitation, else to the scene, else to the plan', () => {
    expect(pageAfterOnboarding(brought({ invitation: 'i', collabScene: 's' }))).toBe('accept-invitation/i');
    expect(pageAfterOnboarding(brought({ collabScene: '../x' }))).toBe('builder/..%2Fx');
    expect(pageAfterOnboarding(brought({ plan: 'pro', toggleTrial: true }))).toBe('home?upgrade=pro');
    expect(pageAfterOnboarding(brought({ plan: 'pro' }))).toBeNull();
  });

  it('is read back only as a page of ours', () => {
    const holding = (text: string | null) => ({ getItem: () => text });
    expect(readAfterOnboarding(holding('builder/1'))).toBe('builder/1');
    expect(readAfterOnboarding(holding('/evil.test'))).toBeNull();
    expect(readAfterOnboarding(holding('https://evil.test'))).toBeNull();
    expect(readAfterOnboarding(holding(null))).toBeNull();
  });
});
