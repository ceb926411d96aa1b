import type { Peer, PeerPerson } from '../managers/peer-state.ts';

/** Another user in the scene, listed once regardless of tabs. */
export type ConnectedPerson = {
  person: PeerPerson;
  /** Representative tab: the last used of the visible ones, else of all. */
  clientId: number;
  following: number | null;
  /** Whether all tabs are in the background. */
  isAway: boolean;
  /** The row that they record into, as `<table>/<id>`; null for none. */
  recording: string | null;
};

/**
 * Groups tabs by user.
 * @param usedAt - order of last use by client id, larger for later use
 * @param ownUuid - the current user, whose other tabs are left out
 */
export function connectedPeople(
  peers: readonly Peer[],
  usedAt: ReadonlyMap<number, number>,
  ownUuid: string,
): ConnectedPerson[] {
  const best = new Map<string, Peer>();
  const isBetter = (a: Peer, b: Peer) =>
    a.isAway === b.isAway ? (usedAt.get(a.clientId) ?? 0) > (usedAt.get(b.clientId) ?? 0) : b.isAway;
  for (const peer of peers) {
    const other = best.get(peer.person.uuid);
    if (peer.person.uuid !== ownUuid && (!other || isBetter(peer, other))) {
      best.set(peer.person.uuid, peer);
    }
  }
  return [...best.values()].map(({ person, clientId, following, isAway, recording }) => ({
    ...{ person, clientId, following, isAway, recording },
  }));
}

/**
 * Tab whose camera a follower of `clientId` sees: that tab, or the last in its chain of followed tabs. Null
 * for a cycle, or a chain that includes `ownId`.
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
