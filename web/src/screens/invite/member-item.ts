import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { Subject } from '@diorama/shared/domain/roles.ts';

/** A member as lists bring them. */
export type MemberItem = ResultOf<'listMembers'>['member'][number];
export type MemberGrant = NonNullable<MemberItem['grants']>[number];

/** What a member is called: the name, or the address of who has not joined. */
export function nameOf(member: MemberItem): string {
  return member.user?.name ?? member.extra?.email ?? '';
}

/** The iris of one kind that a member keeps when one is taken away. */
export function keptOf(member: MemberItem, subject: Subject, without: string): string[] {
  return (member[subject] ?? []).filter((iri) => iri !== without);
}
