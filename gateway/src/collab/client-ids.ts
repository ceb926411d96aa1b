import type { Connection, Document } from '@hocuspocus/server';
import type { PresentClient } from './presence-message.ts';

/** A client id without a state is forgotten after this time: updates that were on their way have arrived by then. */
const FORGOTTEN_MS = 60_000;

/**
 * Binds each connection to one awareness client id: the first that it announces. A new connection of the same user takes over
 * the id of an older one, as a provider does that reconnects before the server knows that the old socket is dead.
 */
export class ClientIds {
  readonly #ids = new WeakMap<Connection, number>();
  readonly #owners = new WeakMap<Document, Map<number, Connection>>();

  /** @returns false where a client id is not the connection's */
  claim(connection: Connection, clients: readonly PresentClient[]): boolean {
    return clients.every(({ client }) => this.#claimOne(connection, client));
  }

  /** Whether the connection speaks for the id; one that was taken over does not any more. */
  isOwner(connection: Connection, client: number): boolean {
    return this.#owners.get(connection.document)?.get(client) === connection;
  }

  /** Releases ids of which another gateway has newer states: their clients have reconnected there. */
  moveElsewhere(document: Document, clients: readonly PresentClient[]): void {
    const owners = this.#owners.get(document);
    for (const { client, clock } of clients) {
      const owner = owners?.get(client);
      if (owner && clock > (document.awareness.meta.get(client)?.clock ?? -1)) {
        document.getClients(owner).delete(client);
        owners?.delete(client);
      }
    }
  }

  /** Ends the binding of a closed socket, and forgets ids that have long been without a state. */
  release(document: Document, socketId: string): void {
    const owners = this.#owners.get(document);
    for (const [client, owner] of owners ?? []) {
      if (owner.socketId === socketId) {
        owners?.delete(client);
      }
    }
    forgetOldClients(document);
  }

  #claimOne(connection: Connection, client: number): boolean {
    const { document, context } = connection;
    const owners = this.#owners.get(document) ?? new Map<number, Connection>();
    this.#owners.set(document, owners);
    const known = this.#ids.get(connection);
    const owner = owners.get(client);
    if (known !== undefined && (known !== client || owner)) {
      return known === client;
    }
    // Without an owner here, the client may be connected to another gateway.
    const user = owner ? owner.context.userId : document.awareness.getStates().get(client)?.person?.uuid;
    if (user !== undefined && user !== context.userId) {
      return false;
    }
    if (owner) {
      document.getClients(owner).delete(client);
    }
    // So that hocuspocus removes the state with this connection, also where the state is older than it.
    document.getClients(connection).add(client);
    owners.set(client, connection);
    this.#ids.set(connection, client);
    return true;
  }
}

/**
 * Awareness keeps a clock for each client that ever had a state. A client that reconnects with new ids
 * adds some.
 */
function forgetOldClients({ awareness }: Document): void {
  const before = Date.now() - FORGOTTEN_MS;
  for (const [client, { lastUpdated }] of awareness.meta) {
    if (lastUpdated < before && !awareness.states.has(client)) {
      awareness.meta.delete(client);
    }
  }
}
