import { leaderOf } from '../kernels/people-here.ts';
import { Store } from '../store.ts';
import type { CameraManager, CameraPose } from './camera.ts';
import { Manager } from './manager.ts';
import type { Person } from './peer-state.ts';
import type { PresenceManager } from './presence.ts';

/** Lets the camera follow that of somebody else, in whichever of their tabs they are, until this person moves it. */
export class FollowingManager extends Manager {
  /** Who is followed. */
  readonly followed = new Store<Person | null>(null);
  readonly #presence: PresenceManager;
  readonly #camera: CameraManager;
  #pose: CameraPose | null = null;
  /** The angle of the own view, which is left alone by whoever is followed. */
  #ownFov = 0;

  constructor(presence: PresenceManager, camera: CameraManager) {
    super();
    this.#presence = presence;
    this.#camera = camera;
    for (const store of [presence.people, presence.views, presence.peers]) {
      this.register(store.subscribe(() => this.#chase()));
    }
    this.register(camera.onTake(() => this.stop()));
  }

  /** Follows somebody who is here, by their uuid, instead of whoever was followed. */
  follow(uuid: string): void {
    const here = this.#presence.people.get().find(({ person }) => person.uuid === uuid);
    if (here) {
      this.stop();
      this.#ownFov = this.#camera.get().fov;
      this.followed.set(here.person);
      this.#chase();
    }
  }

  /** Leaves the camera where it is; false when nobody was followed. */
  stop(): boolean {
    if (this.followed.get() === null) {
      return false;
    }
    this.followed.set(null);
    this.#pose = null;
    this.#presence.setFollowing(null);
    this.#camera.setFov(this.#ownFov);
    return true;
  }

  #chase(): void {
    const followed = this.followed.get();
    if (!followed) {
      return;
    }
    const here = this.#presence.people.get().find(({ person }) => person.uuid === followed.uuid);
    if (!here) {
      this.stop();
      return;
    }
    this.#presence.setFollowing(here.clientId);
    const leader = leaderOf(this.#presence.peers.get(), here.clientId, this.#presence.clientId);
    const pose = leader === null ? null : (this.#presence.views.get().get(leader)?.camera ?? null);
    if (pose && pose !== this.#pose) {
      this.#pose = pose;
      this.#camera.lead(pose);
    }
  }
}
