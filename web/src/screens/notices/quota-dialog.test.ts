import { messages as en } from '@diorama/shared/i18n/en/notices.ts';
import { messages as es } from '@diorama/shared/i18n/es/notices.ts';
import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import { type QuotaDialog, type QuotaFacts, type QuotaKind, quotaDialogOf } from './quota-dialog.ts';

const OWNER: QuotaFacts = { role: 'owner', plan: 'free', needsSync: false, isAtWork: true };

describe('the quota dialog', () => {
  it.each<[string, QuotaKind, QuotaFacts, QuotaDialog]>([
    ['an owner on Free at the scene limit', 'scenes', OWNER, { words: 'scenes', offer: 'upgrade' }],
    [
      'an owner on Pro with full storage',
      'storage-full',
      { ...OWNER, plan: 'pro' },
      { words: 'storage-full', offer: 'upgrade' },
    ],
    [
      'an owner whose plan is not active yet',
      'storage-full',
      { ...OWNER, needsSync: true },
      { words: 'needs-sync', offer: 'chat' },
    ],
    ['an owner after a downgrade', 'overflown', OWNER, { words: 'overflown', offer: 'upgrade' }],
    [
      'an owner on the highest plan',
      'scenes',
      { ...OWNER, plan: 'enterprise' },
      { words: 'top-scenes', offer: 'close' },
    ],
    [
      'an owner at the workspace limit',
      'workspaces',
      { ...OWNER, needsSync: true },
      { words: 'workspaces', offer: 'upgrade' },
    ],
    ['an admin', 'storage-full', { ...OWNER, role: 'admin' }, { words: 'guest-storage', offer: 'notify' }],
    [
      'a guest of the workspace',
      'scenes',
      { ...OWNER, role: 'guest' },
      { words: 'guest-scenes', offer: 'close' },
    ],
    [
      'a user with view access to the scene',
      'overflown',
      { ...OWNER, role: null, isAtWork: false },
      { words: 'guest-overflown', offer: 'close' },
    ],
    [
      'a user invited to the scene',
      'overflown',
      { ...OWNER, role: null, needsSync: true },
      { words: 'guest-overflown', offer: 'notify' },
    ],
  ])('has the expected text and offer for %s', (_, kind, facts, dialog) => {
    expect(quotaDialogOf(kind, facts)).toEqual(dialog);
  });

  it.each(['scenes', 'guest-scenes'] as const)('has the title of the error catalog: %s', (words) => {
    expect(en[`notice.${words}.title`]).toBe('Scenes limit exceeded');
    expect(es[`notice.${words}.title`]).toBe('Límite de escenas superado');
  });

  it.each(['scenes', 'storage-full', 'overflown', 'workspaces'] as const)(
    'offers an owner the upgrade on every plan but the highest: %s',
    (kind) => {
      for (const plan of PLAN_NAMES) {
        const { words, offer } = quotaDialogOf(kind, { ...OWNER, plan });
        const isHighest = plan === 'enterprise';
        expect(offer).toBe(isHighest ? 'close' : 'upgrade');
        if (isHighest) {
          expect(en[`notice.${words}.text`]).not.toMatch(/upgrade|larger/i);
          expect(es[`notice.${words}.text`]).not.toMatch(/mejora|mayor/i);
        }
      }
    },
  );

  it.each(['top-storage-full', 'storage-full', 'top-overflown'] as const)(
    'names the storage of the plan: %s',
    (words) => {
      expect(en[`notice.${words}.text`]).toContain('{storage}');
      expect(es[`notice.${words}.text`]).toContain('{storage}');
    },
  );
});
