import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { signal } from '@preact/signals-core';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { LibraryItem } from '../library/use-library.ts';
import type { EffectName } from '../scene/effects/effect-list.ts';
import type { SurfacePointPlacer } from '../scene/follow-surface.ts';
import { WHEEL_START, type WheelDevice } from '../scene/wheel.ts';
import type { DropPreview } from './commands/preview-picture-drop.ts';
import type { HandleId } from './kernels/gizmo.ts';
import type { ScenePreview } from './kernels/scene-preview.ts';
import { AuthorsManager } from './managers/authors.ts';
import { CameraManager } from './managers/camera.ts';
import { CommentingManager } from './managers/commenting.ts';
import { DragManager } from './managers/drag.ts';
import { FloorsManager } from './managers/floors.ts';
import { FollowingManager } from './managers/following.ts';
import { HistoryManager, type Mark } from './managers/history.ts';
import { NudgingManager } from './managers/nudging.ts';
import { PeerInterpolation } from './managers/peer-interpolation.ts';
import type { Person } from './managers/peer-state.ts';
import { type PreferenceStorage, PreferencesManager } from './managers/preferences.ts';
import { PresenceManager } from './managers/presence.ts';
import { PresentationManager } from './managers/presentation.ts';
import { RemovalsManager } from './managers/removals.ts';
import { SceneManager } from './managers/scene.ts';
import { SelectionManager } from './managers/selection.ts';
import { UiManager } from './managers/ui.ts';
import { VisibilityManager } from './managers/visibility.ts';
import { localView } from './queries/local-view.ts';
import type { Marquee } from './queries/pick.ts';
import type { SceneQueries } from './scene-queries.ts';
import { watch } from './signals.ts';
import { ToolRoot } from './tools/tool-root.ts';
import type { MaterialPainter } from './viewport/material-previews.ts';

/** Hovered object; with a slot, only the part of the node that uses the slot. */
export type Hover = { handle: HandleId | null; node: string | null; slot?: string };

export type EditorOptions = {
  ydoc?: Y.Doc;
  /** Awareness for other users, and the current user; if omitted, no presence is shared. */
  presence?: { awareness: Awareness; person: Person };
  /** Storage of preferences; if omitted, they are not stored. */
  storage?: PreferenceStorage;
};

/**
 * Editor of one scene, without rendering: document, selection, history, camera and tools. Commands are free
 * functions over it; components render its stores and forward events. Everything works in Node.
 */
export class Editor {
  readonly ydoc: Y.Doc;
  /** Current state of the document. */
  readonly scene: SceneManager;
  /** What others deleted while this person worked on it. */
  readonly removals: RemovalsManager;
  /** Keeps floors when their walls are split or deleted. */
  readonly floors: FloorsManager;
  readonly selection: SelectionManager;
  readonly history: HistoryManager;
  readonly camera: CameraManager;
  readonly preferences: PreferencesManager;
  readonly drag: DragManager;
  /** Walls that are being moved by keys. */
  readonly nudging: NudgingManager;
  readonly tools: ToolRoot;
  readonly ui = new UiManager();
  /** The comment that is open or being written. */
  readonly commenting = new CommentingManager();
  readonly presence: PresenceManager | null;
  /** Who else changed what. */
  readonly authors: AuthorsManager;
  /** The user whose camera this user follows. */
  readonly following: FollowingManager | null;
  /** Whether this user presents to the visitors of the scene's link. */
  readonly presentation: PresentationManager | null;
  /** Interpolated cameras and pointers of other users. */
  readonly interpolation: PeerInterpolation | null;
  /** Whether this installation offers AI-generated pictures of views. */
  readonly canReimagine = signal(false);
  /** Whether the user may invite others. */
  readonly canInvite = signal(false);
  /** Whether the user has no edit permission now. */
  readonly isReadOnly = signal(false);
  /** Whether the scene is read-only because it contains nodes of a newer release. */
  readonly isOfNewer = signal(false);
  readonly hover = signal<Hover | null>(null);
  /**
   * Snap target of the current drag or drawing, named by {@link snapTargetKey}. `NO_SNAP_TARGET` means no snapping,
   * null no drag. Set by the code that snaps.
   */
  readonly snapTarget = signal<string | null>(null);
  /** Effect of dropping the pictures that are dragged over the view. */
  readonly dropPreview = signal<DropPreview | null>(null);
  /** The library item that is being dragged. */
  readonly draggedItem = signal<LibraryItem | null>(null);
  /** Whether the viewport has drawn the scene once, or never will. */
  readonly hasFirstFrame = signal(false);
  /** The detected wheel device of this user. */
  readonly wheelDevice = signal<WheelDevice>(WHEEL_START.device);
  /** Nodes whose file is not drawn: loading, missing or broken. Set by the renderer. */
  readonly undrawn = signal<ReadonlySet<string>>(new Set());
  /** Characters of texts that are missing in their fonts, by node. Set by the renderer. */
  readonly missingGlyphs = signal<ReadonlyMap<string, readonly string[]>>(new Map());
  /** Nodes that this user hides temporarily; other users are not affected. */
  readonly hidden = signal<ReadonlySet<string>>(new Set());
  /** Visibility overrides of this user. */
  readonly visibility: VisibilityManager;
  /** Preview of this user; drawn, but never written to the document. */
  readonly preview = signal<ScenePreview | null>(null);
  /** Renders materials for panels while there is a viewport. */
  readonly painter = signal<MaterialPainter | null>(null);
  /** Draw calls of the last frame, shadows and effects included. */
  readonly drawCalls = signal(0);
  /** Effects that are paused on this device because they made it too slow. */
  readonly pausedEffects = signal<readonly EffectName[]>([]);
  /** Whether the sky's sun should cast shadows but the displayed sky has no sun. */
  readonly isSunless = signal(false);
  /** Whether effects are drawn; off while the user compares. */
  readonly areEffectsShown = signal(true);
  /** The open marquee in CSS pixels of the viewport. */
  readonly marquee = signal<Marquee | null>(null);
  /**
   * Copies the files that a clipboard text references from other workspaces, and rewrites the references.
   * Null while no provider is registered.
   */
  importForeignFiles: ((text: string) => Promise<string>) | null = null;
  /** Colour of a file's slot; null until the code that loads files sets this function. */
  fileColor: (node: SceneNode, slot: string | null) => string | null = () => null;
  #queries: SceneQueries | null = null;

  constructor({ ydoc = new Y.Doc(), presence, storage }: EditorOptions = {}) {
    this.ydoc = ydoc;
    this.scene = new SceneManager(ydoc);
    this.removals = new RemovalsManager(this);
    this.floors = new FloorsManager(this);
    this.selection = new SelectionManager(this.scene);
    this.visibility = new VisibilityManager(this);
    this.presence = presence ? new PresenceManager(presence.awareness, presence.person) : null;
    this.authors = new AuthorsManager(this.scene, this.presence);
    this.history = new HistoryManager(ydoc, this);
    this.camera = new CameraManager();
    this.preferences = new PreferencesManager(storage ?? null);
    this.drag = new DragManager(this);
    this.nudging = new NudgingManager(this);
    this.tools = new ToolRoot(this);
    this.following = this.presence && new FollowingManager(this.presence, this.camera);
    this.presentation = this.presence && new PresentationManager(this, this.presence);
    this.interpolation = this.presence && new PeerInterpolation(this.presence);
    watch(
      () => [this.camera.pose.value, this.tools.pointer.value, this.following?.followed.value],
      () => this.presence?.setView(() => localView(this)),
    );
    this.camera.onTake(() => {
      if (this.ui.state.value.lookingThrough !== null) {
        this.ui.change({ lookingThrough: null });
      }
    });
    // A user who loses edit permission cancels the running edit and its tool.
    watch(
      () => this.isReadOnly.value,
      (isReadOnly) => {
        if (isReadOnly) {
          this.tools.interrupt();
          this.tools.takeLookTool();
          this.preview.value = null;
        }
      },
    );
    watch(
      () => this.selection.ids.value,
      () => {
        this.presence?.setSelection(this.selection.outermost);
        const { primary } = this.selection;
        if (primary !== null) {
          // A node that is selected elsewhere is revealed in the outliner once; the user may collapse it again.
          this.ui.openInOutliner(this.scene.ancestorsOf(primary), true);
        }
      },
    );
  }

  /** The renderer of the scene, if any. */
  get queries(): SceneQueries | null {
    return this.#queries;
  }

  /** Places points on animated or deformed surfaces, once a renderer is attached. */
  readonly spots: SurfacePointPlacer = {
    placeAtSurfacePoint: (id, spot, into) => this.#queries?.placeAtSurfacePoint(id, spot, into) ?? false,
  };

  /** Gives commands access to the drawn scene. @returns function that detaches it */
  attach(queries: SceneQueries): () => void {
    this.#queries = queries;
    return () => {
      this.#queries = null;
    };
  }

  /**
   * Makes one history step of all writes in `change`, or adds them to an open step. Every user edit goes
   * through here.
   * @throws if the scene is read-only; commands check `isReadOnly` first
   */
  edit<Result>(change: () => Result, mark: Mark | null = null): Result {
    if (this.isReadOnly.value) {
      throw new Error('This person may only look at the scene');
    }
    return this.history.transact(change, mark);
  }

  /**
   * Completes an earlier step without a history step, for example when an upload has become an asset. Does
   * nothing if the scene is read-only.
   */
  amend(change: () => void): void {
    if (!this.isReadOnly.value) {
      this.ydoc.transact(change, 'amend');
    }
  }

  /** Stops all managers; the Y.Doc belongs to its owner. */
  dispose(): void {
    const managers = [
      this.tools,
      this.drag,
      this.nudging,
      this.following,
      this.presentation,
      this.interpolation,
      this.history,
      this.authors,
      this.presence,
      this.selection,
      this.removals,
      this.floors,
      this.camera,
    ];
    for (const manager of [...managers, this.preferences, this.ui, this.scene]) {
      manager?.dispose();
    }
  }
}
