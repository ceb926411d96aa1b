import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { signal } from '@preact/signals-core';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { LibraryItem } from '../library/use-library.ts';
import type { EffectName } from '../scene/effects/effect-list.ts';
import type { SurfacePointPlacer } from '../scene/follow-surface.ts';
import { WHEEL_START, type WheelDevice } from '../scene/wheel.ts';
import type { EditorParts } from './editor-parts.ts';
import { CommentingManager } from './features/comments/model/commenting.ts';
import { FloorsManager } from './features/walls/model/floors-manager.ts';
import { NudgingManager } from './features/walls/model/nudging.ts';
import type { Marquee } from './kernels/marquee.ts';
import type { DropPreview, Hover, ScenePreview } from './kernels/scene-preview.ts';
import { AuthorsManager } from './managers/authors.ts';
import { CameraManager } from './managers/camera.ts';
import { DragManager } from './managers/drag.ts';
import { FollowingManager } from './managers/following.ts';
import { HistoryManager, type Mark } from './managers/history.ts';
import { PeerInterpolation } from './managers/peer-interpolation.ts';
import type { PeerPerson } from './managers/peer-state.ts';
import { type PreferenceStorage, PreferencesManager } from './managers/preferences.ts';
import { PresenceManager } from './managers/presence.ts';
import { PresentationManager } from './managers/presentation.ts';
import { RecordingManager } from './managers/recording.ts';
import { RemovalsManager } from './managers/removals.ts';
import { SceneManager } from './managers/scene.ts';
import { SelectionManager } from './managers/selection.ts';
import { UiManager } from './managers/ui.ts';
import { VisibilityManager } from './managers/visibility.ts';
import { localView } from './queries/local-view.ts';
import type { MaterialPainter, SceneQueries } from './scene-queries.ts';
import { watch } from './signals.ts';
import { toolSource } from './tools/tool-makers.ts';
import { ToolRoot } from './tools/tool-root.ts';

export type EditorOptions = {
  ydoc: Y.Doc;
  /** Awareness for other users, and the current user. */
  presence: { awareness: Awareness; person: PeerPerson };
  /** Storage of preferences; if omitted, they are not stored. */
  storage?: PreferenceStorage;
};

/**
 * Editor of one scene, without rendering: document, selection, history, camera and tools. Commands are free
 * functions over it; components render its stores and forward events. Everything works in Node.
 */
export class Editor implements EditorParts {
  readonly #ydoc: Y.Doc;
  /** Current state of the document. */
  readonly scene: SceneManager;
  readonly recording: RecordingManager;
  readonly removals: RemovalsManager;
  /** Keeps floors when their walls are split or deleted. */
  readonly floors: FloorsManager;
  readonly selection: SelectionManager;
  readonly history: HistoryManager;
  readonly camera: CameraManager;
  readonly preferences: PreferencesManager;
  readonly drag: DragManager;
  readonly nudging: NudgingManager;
  readonly tools: ToolRoot;
  readonly ui = new UiManager();
  readonly commenting = new CommentingManager();
  readonly presence: PresenceManager;
  readonly authors: AuthorsManager;
  readonly following: FollowingManager;
  readonly presentation: PresentationManager;
  readonly interpolation: PeerInterpolation;
  readonly canReimagine = signal(false);
  readonly canInvite = signal(false);
  readonly isReadOnly = signal(false);
  readonly isOfNewer = signal(false);
  readonly hover = signal<Hover | null>(null);
  readonly snapTarget = signal<string | null>(null);
  readonly dropPreview = signal<DropPreview | null>(null);
  readonly draggedItem = signal<LibraryItem | null>(null);
  readonly hasFirstFrame = signal(false);
  readonly isPartMissing = signal(false);
  readonly wheelDevice = signal<WheelDevice>(WHEEL_START.device);
  readonly undrawn = signal<ReadonlySet<string>>(new Set());
  readonly missingGlyphs = signal<ReadonlyMap<string, readonly string[]>>(new Map());
  readonly hidden = signal<ReadonlySet<string>>(new Set());
  readonly visibility: VisibilityManager;
  readonly preview = signal<ScenePreview | null>(null);
  readonly painter = signal<MaterialPainter | null>(null);
  readonly drawCalls = signal(0);
  readonly pausedEffects = signal<readonly EffectName[]>([]);
  readonly isSunless = signal(false);
  readonly areEffectsShown = signal(true);
  readonly marquee = signal<Marquee | null>(null);
  importForeignFiles: ((text: string) => Promise<string>) | null = null;
  fileColor: (node: SceneNode, slot: string | null) => string | null = () => null;
  #queries: SceneQueries | null = null;

  constructor({ ydoc, presence, storage }: EditorOptions) {
    this.#ydoc = ydoc;
    this.scene = new SceneManager(ydoc);
    this.recording = new RecordingManager(ydoc, this.scene, this.ui);
    this.removals = new RemovalsManager(this);
    this.floors = new FloorsManager(this);
    this.selection = new SelectionManager(this.scene);
    this.visibility = new VisibilityManager(this);
    this.presence = new PresenceManager(presence.awareness, presence.person);
    this.authors = new AuthorsManager(this.scene, this.presence);
    this.history = new HistoryManager(ydoc, this);
    this.camera = new CameraManager();
    this.preferences = new PreferencesManager(storage ?? null);
    this.drag = new DragManager(this);
    this.nudging = new NudgingManager(this);
    this.tools = new ToolRoot(this, toolSource);
    this.following = new FollowingManager(this.presence, this.camera);
    this.presentation = new PresentationManager(this, this.presence);
    this.interpolation = new PeerInterpolation(this.presence);
    watch(
      () => [this.camera.pose.value, this.tools.pointer.value, this.following.followed.value],
      () => this.presence.setView(() => localView(this)),
    );
    this.camera.onUserMove(() => {
      if (this.ui.state.value.lookingThrough !== null) {
        this.ui.change({ lookingThrough: null });
      }
    });
    watch(
      () => this.recording.target.value,
      (target) => this.presence.setRecording(target),
    );
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
        this.presence.setSelection(this.selection.outermost);
        const { primary } = this.selection;
        if (primary !== null) {
          // A node that is selected elsewhere is revealed in the outliner once; the user may collapse it again.
          this.ui.openInOutliner(this.scene.ancestorsOf(primary), true);
        }
      },
    );
  }

  /** The document that commands edit: the stored one, or a draft while field values are recorded. */
  get ydoc(): Y.Doc {
    return this.recording.ydoc;
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
    return this.history.transact(() => this.recording.edit(change), mark);
  }

  /**
   * Completes an earlier step without a history step, for example when an upload has become an asset. Does
   * nothing if the scene is read-only.
   */
  amend(change: () => void): void {
    if (!this.isReadOnly.value) {
      this.#ydoc.transact(() => this.recording.edit(change), 'amend');
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
      this.recording,
      this.authors,
      this.presence,
      this.selection,
      this.removals,
      this.floors,
      this.camera,
    ];
    for (const manager of [...managers, this.preferences, this.ui, this.scene]) {
      manager.dispose();
    }
  }
}
