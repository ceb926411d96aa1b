import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { PlanName } from '@diorama/shared/plans.ts';

/** What a quota refused: another scene, another workspace, more bytes, or any change at all. */
export type QuotaKind = 'scenes' | 'workspaces' | 'storage-full' | 'overflown';

/** What is known of the workspace that is full, and of the person in it. */
export type QuotaFacts = {
  /** `null` for whoever was invited to a scene only. */
  role: AccountRef['role'] | null;
  plan: PlanName;
  needsSync: boolean;
  /** Whether they work in a scene of it. */
  isAtWork: boolean;
};

/** What the dialog says, and what it offers: a way up, somebody to talk to, a word to the owner, or only to close it. */
export type QuotaDialog = {
  words: QuotaKind | 'needs-sync' | 'guest-scenes' | 'guest-storage' | 'guest-overflown';
  offer: 'upgrade' | 'chat' | 'notify' | 'close';
};

const GUEST_WORDS: Record<QuotaKind, QuotaDialog['words']> = {
  scenes: 'guest-scenes',
  // Only an owner makes workspaces.
  workspaces: 'workspaces',
  'storage-full': 'guest-storage',
  overflown: 'guest-overflown',
};

/** The one dialog for a refusal: only the owner can change the plan, and nobody can go beyond the highest. */
export function quotaDialogOf(kind: QuotaKind, { role, plan, needsSync, isAtWork }: QuotaFacts): QuotaDialog {
  if (role !== 'owner') {
    const canNotify = (kind === 'overflown' || kind === 'storage-full') && isAtWork;
    return { words: GUEST_WORDS[kind], offer: canNotify ? 'notify' : 'close' };
  }
  if (needsSync && kind !== 'workspaces') {
    return { words: 'needs-sync', offer: 'chat' };
  }
  return { words: kind, offer: plan === 'enterprise' ? 'close' : 'upgrade' };
}
