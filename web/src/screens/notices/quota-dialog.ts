import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { PlanName } from '@diorama/shared/plans.ts';

/** Refused action: another scene, another workspace, more bytes, or any change at all. */
export type QuotaKind = 'scenes' | 'workspaces' | 'storage-full' | 'overflown';

/** State of the full workspace and of the user in it. */
export type QuotaFacts = {
  /** `null` for users who were invited to a scene only. */
  role: AccountRef['role'] | null;
  plan: PlanName;
  needsSync: boolean;
  /** Whether the user has a scene of it open. */
  isAtWork: boolean;
};

/** Texts of the dialog, and its action: upgrade, contact support, notify the owner, or only close. */
export type QuotaDialog = {
  words: QuotaKind | TopWords | 'needs-sync' | 'guest-scenes' | 'guest-storage' | 'guest-overflown';
  offer: 'upgrade' | 'chat' | 'notify' | 'close';
};

/** Texts without an upgrade, for owners on the highest plan. */
type TopWords = `top-${Exclude<QuotaKind, 'workspaces'>}`;

const GUEST_WORDS: Record<QuotaKind, QuotaDialog['words']> = {
  scenes: 'guest-scenes',
  // Only an owner creates workspaces.
  workspaces: 'workspaces',
  'storage-full': 'guest-storage',
  overflown: 'guest-overflown',
};

/** Selects the dialog for a refusal: only the owner can change the plan, and there is none above the highest. */
export function quotaDialogOf(kind: QuotaKind, { role, plan, needsSync, isAtWork }: QuotaFacts): QuotaDialog {
  if (role !== 'owner') {
    const canNotify = (kind === 'overflown' || kind === 'storage-full') && isAtWork;
    return { words: GUEST_WORDS[kind], offer: canNotify ? 'notify' : 'close' };
  }
  if (needsSync && kind !== 'workspaces') {
    return { words: 'needs-sync', offer: 'chat' };
  }
  if (plan === 'enterprise') {
    return { words: kind === 'workspaces' ? kind : `top-${kind}`, offer: 'close' };
  }
  return { words: kind, offer: 'upgrade' };
}
