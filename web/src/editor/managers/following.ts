import { signal } from '@preact/signals-core';
import { leaderOf } from '../kernels/connected-people.ts';
import { watch } from '../signals.ts';
import type { CameraManager, CameraPose, Projection } from './camera.ts';
import { Manager } from './manager.ts';
import type { PeerPerson } from './peer-state.ts';
import type { PresenceManager } from './presence.ts';

/** Follows the camera of another user, in any of their tabs, until this user moves the camera. */
export class FollowingManager extends Manager {
  /** The followed user. */
  readonly followed = signal<PeerPerson | null>(null);
  readonly #presence: PresenceManager;
  readonly #camera: CameraManager;
  #pose: CameraPose | null = null;
  /** This user's field of view and projection, which are restored after following. */
  #own: { fov: number; projection: Projection } = { fov: 0, projection: 'perspective' };

  constructor(presence: PresenceManager, camera: CameraManager) {
    super();
    this.#presence = presence;
    this.#camera = camera;
    this.register(
      watch(
        () => [this.followed.value, presence.people.value, presence.views.value, presence.peers.value],
        () => this.#chase(),
      ),
    );
    this.register(camera.onUserMove(() => this.stop()));
  }

  /** Follows a present user by uuid, instead of the previous one. */
  follow(uuid: string): void {
    const here = this.#presence.people.value.find(({ person }) => person.uuid === uuid);
    if (here) {
      this.stop();
      this.#own = { fov: this.#camera.pose.value.fov, projection: this.#camera.projection };
      this.followed.value = here.person;
    }
  }

  /** Stops following and keeps the camera where it is; returns false if no user was followed. */
  stop(): boolean {
    if (this.followed.value === null) {
      return false;
    }
    this.followed.value = null;
    this.#pose = null;
    this.#presence.setFollowing(null);
    this.#camera.setFov(this.#own.fov);
    this.#camera.setProjection(this.#own.projection);
    return true;
  }

  #chase(): void {
    const followed = this.followed.value;
    if (!followed) {
      return;
    }
    const here = this.#presence.people.value.find(({ person }) => person.uuid === followed.uuid);
    if (!here) {
      this.stop();
      return;
    }
    this.#presence.setFollowing(here.clientId);
    const leader = leaderOf(this.#presence.peers.value, here.clientId, this.#presence.clientId);
    const view = leader === null ? undefined : this.#presence.views.value.get(leader);
    if (view?.camera) {
      this.#camera.setProjection(view.isFlat ? 'orthographic' : 'perspective');
    }
    if (view?.camera && view.camera !== this.#pose) {
      this.#pose = view.camera;
      this.#camera.lead(view.camera);
    }
  }
}
