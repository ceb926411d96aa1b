import type { Peer, Person } from '../managers/peer-state.ts';

/** Somebody else who is here, once whatever their number of tabs. */
export type PersonHere = {
  person: Person;
  /** The tab that counts: the one in use last of those that are seen, else of all. */
  clientId: number;
  following: number | null;
  /** All tabs are behind others. */
  isAway: boolean;
};

/**
 * Tabs as people.
 * @param usedAt - a number for each tab by its client id, larger for those in use later
 * @param ownUuid - the person who looks, whose other tabs are nobody else
 */
export function peopleHere(
  peers: readonly Peer[],
  usedAt: ReadonlyMap<number, number>,
  ownUuid: string,
): PersonHere[] {
  const best = new Map<string, Peer>();
  const isBetter = (a: Peer, b: Peer) =>
    a.isAway === b.isAway ? (usedAt.get(a.clientId) ?? 0) > (usedAt.get(b.clientId) ?? 0) : b.isAway;
  for (const peer of peers) {
    const other = best.get(peer.person.uuid);
    if (peer.person.uuid !== ownUuid && (!other || isBetter(peer, other))) {
      best.set(peer.person.uuid, peer);
    }
  }
  return [...best.values()].map(({ person, clientId, following, isAway }) => ({
    person,
    clientId,
    following,
    isAway,
  }));
}

/**
 * The tab whose camera is seen by who follows a tab: that one, or the last of those it follows in turn. Null where they
 * follow each other in a ring, or one of them is `ownId`: nobody would lead.
 */
export function leaderOf(peers: readonly Peer[], clientId: number, ownId: number): number | null {
  const followed = new Map(peers.map((peer) => [peer.clientId, peer.following]));
  const seen = new Set([ownId]);
  let at = clientId;
  while (!seen.has(at)) {
    seen.add(at);
    const next = followed.get(at) ?? null;
    if (next === null || (next !== ownId && !followed.has(next))) {
      return at;
    }
    at = next;
  }
  return null;
}
