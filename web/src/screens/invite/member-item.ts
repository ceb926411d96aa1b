import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { Subject } from '@diorama/shared/domain/roles.ts';

/** A member as in the list's answer. */
export type MemberItem = ResultOf<'listMembers'>['member'][number];
export type MemberGrant = NonNullable<MemberItem['grants']>[number];

/** Display name of a member: the name, or the address before they joined. */
export function memberNameOf(member: MemberItem): string {
  return member.user?.name ?? member.extra?.email ?? '';
}

/** Iris of one kind that a member keeps when one is removed. */
export function keptOf(member: MemberItem, subject: Subject, without: string): string[] {
  return (member[subject] ?? []).filter((iri) => iri !== without);
}
