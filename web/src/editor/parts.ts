import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Matrix4 } from 'three';
import type * as Y from 'yjs';
import type { LibraryItem } from '../library/use-library.ts';
import type { EffectName } from '../scene/effects/effect-list.ts';
import type { SurfacePointPlacer } from '../scene/follow-surface.ts';
import type { WheelDevice } from '../scene/wheel.ts';
import type { CommentingManager } from './features/comments/model/commenting.ts';
import type { Drag, DragParts } from './kernels/drag.ts';
import type { Marquee } from './kernels/marquee.ts';
import type { DropPreview, Hover, ScenePreview } from './kernels/scene-preview.ts';
import type { Author, AuthorsManager } from './managers/authors.ts';
import type { CameraManager } from './managers/camera.ts';
import type { FollowingManager } from './managers/following.ts';
import type { HistoryManager, LiveEdit, Mark } from './managers/history.ts';
import type { PeerInterpolation } from './managers/peer-interpolation.ts';
import type { PreferencesManager } from './managers/preferences.ts';
import type { PresenceManager } from './managers/presence.ts';
import type { RecordingManager } from './managers/recording.ts';
import type { SceneManager } from './managers/scene.ts';
import type { SelectionManager } from './managers/selection.ts';
import type { UiManager } from './managers/ui.ts';
import type { VisibilityManager } from './managers/visibility.ts';
import type { MaterialPainter, SceneQueries } from './scene-queries.ts';
import type { PointerInfo } from './tools/pointer.ts';
import type { ToolId } from './tools/tool-id.ts';

// Parts of the editor, each of which commands, tools and queries take only where they need it.

/** The current document. */
export interface SceneReader {
  readonly scene: SceneManager;
  /** Visibility of nodes for this user. */
  readonly visibility: VisibilityManager;
}

/** Whether the user has no edit permission now. */
export interface Permission {
  readonly isReadOnly: Signal<boolean>;
}

/** The document, its edits and its history. */
export interface SceneWriter extends SceneReader, Permission {
  readonly ydoc: Y.Doc;
  readonly history: HistoryManager;
  readonly recording: RecordingManager;
  /**
   * Makes one history step of all writes in `change`, or adds them to an open step.
   * @throws if the scene is read-only
   */
  edit<Result>(change: () => Result, mark?: Mark | null): Result;
  /** Completes an earlier step without a history step. */
  amend(change: () => void): void;
}

/** The selected nodes. */
export interface Selecting {
  readonly selection: SelectionManager;
}

/** The editor's own view of the scene. */
export interface Viewpoint {
  readonly camera: CameraManager;
}

/** The scene as it is drawn for this user. */
export interface DrawnScene {
  /** The renderer of the scene, if any. */
  readonly queries: SceneQueries | null;
  /** Places points on animated or deformed surfaces, once a renderer is attached. */
  readonly spots: SurfacePointPlacer;
  /** Nodes whose file is not drawn: loading, missing or broken. Set by the renderer. */
  readonly undrawn: Signal<ReadonlySet<string>>;
  /** Nodes that this user hides temporarily; other users are not affected. */
  readonly hidden: Signal<ReadonlySet<string>>;
}

/** The document as this user sees it. */
export interface ViewedScene extends SceneReader, Viewpoint, DrawnScene {}

/** State of the panels, and messages to the user. */
export interface UserInterface {
  readonly ui: UiManager;
}

export interface UserSettings {
  readonly preferences: PreferencesManager;
}

/** The active tool, by its id. */
export interface ToolSwitch {
  readonly tools: {
    readonly activeId: ReadonlySignal<ToolId>;
    /** State path of the active tool, such as `select.translating`. */
    readonly path: ReadonlySignal<string>;
    /** Pointer position over the scene; null outside, and for touch. */
    readonly pointer: ReadonlySignal<PointerInfo | null>;
    /** Whether the active tool has a draft that undo would revert. */
    readonly hasDraft: ReadonlySignal<boolean>;
    /** Switches to a tool, at once or when it is loaded. */
    use(id: ToolId): void;
    /** Reverts the last part of a draft; returns false without one. */
    undo(): boolean;
    cancel(): void;
    interrupt(): void;
    pointerLeave(): void;
  };
}

/** Moves nodes with a preview, and writes them at the end. */
export interface Dragging {
  readonly drag: {
    readonly state: ReadonlySignal<Drag | null>;
    start(): boolean;
    move(delta: Matrix4, parts?: DragParts): void;
    commit(parts: DragParts, mark?: Mark | null): void;
    cancel(): void;
  };
  /**
   * Snap target of the current drag or drawing, named by `snapTargetKey`. `NO_SNAP_TARGET` means no snapping, null no
   * drag. Set by the code that snaps.
   */
  readonly snapTarget: Signal<string | null>;
}

/** Walls that are being moved by keys. */
export interface Nudging {
  readonly nudging: {
    nudge(ids: readonly string[], write: () => void): void;
    follow(ids: readonly string[], step: LiveEdit): void;
    rest(ids?: readonly string[]): void;
  };
}

/** Edits of the selection, which end pending moves of walls and report what they could not do. */
export interface SelectionWriter extends SceneWriter, Selecting, Nudging, UserInterface {}

/** Nodes that another user deleted while this user worked on them. */
export type Removal = {
  /** Name of the first of these nodes. */
  name: string;
  /** Number of deleted nodes, without their descendants. */
  count: number;
  author: Author;
  /** Restores all of these nodes, as one step of the history. */
  restore: () => void;
};

/** Other users. */
export interface Collaboration {
  readonly presence: PresenceManager;
  /** Authors of the changes of others. */
  readonly authors: AuthorsManager;
  /** The last nodes that others deleted while this user worked on them. */
  readonly removals: { readonly last: Signal<Removal | null>; markSaved(): void };
  /** The user whose camera this user follows. */
  readonly following: FollowingManager;
  /** Interpolated cameras and pointers of other users. */
  readonly interpolation: PeerInterpolation;
  /** Whether this user presents to the visitors of the scene's link. */
  readonly presentation: {
    readonly isOffered: Signal<boolean>;
    readonly isOn: ReadonlySignal<boolean>;
    set(isOn: boolean): void;
  };
}

/** Temporary drawing for this user, which is never written to the document. */
export interface Feedback {
  readonly hover: Signal<Hover | null>;
  readonly preview: Signal<ScenePreview | null>;
  /** Effect of dropping the pictures that are dragged over the view. */
  readonly dropPreview: Signal<DropPreview | null>;
  /** The library item that is being dragged. */
  readonly draggedItem: Signal<LibraryItem | null>;
  /** The open marquee in CSS pixels of the viewport. */
  readonly marquee: Signal<Marquee | null>;
}

/** The comment that is open or being written. */
export interface Commenting {
  readonly commenting: CommentingManager;
}

/** Files that the scene references. */
export interface SceneFiles {
  /**
   * Copies the files that a clipboard text references from other workspaces, and rewrites the references.
   * Null while no provider is registered.
   */
  importForeignFiles: ((text: string) => Promise<string>) | null;
  /** Colour of a file's slot; null until the code that loads files sets this function. */
  fileColor: (node: SceneNode, slot: string | null) => string | null;
}

/** Permissions of this user, and features of the installation. */
export interface Abilities {
  /** Whether this installation offers AI-generated pictures of views. */
  readonly canReimagine: Signal<boolean>;
  readonly canInvite: Signal<boolean>;
  /** Whether the scene is read-only because it contains nodes of a newer release. */
  readonly isOfNewer: Signal<boolean>;
}

/** State that the viewport reports, and its settings. */
export interface ViewportState {
  /** Whether the viewport has drawn the scene once, or never will. */
  readonly hasFirstFrame: Signal<boolean>;
  /** Whether code that the page needs after that could not be loaded. */
  readonly isPartMissing: Signal<boolean>;
  /** The detected wheel device of this user. */
  readonly wheelDevice: Signal<WheelDevice>;
  /** Characters of texts that are missing in their fonts, by node. */
  readonly missingGlyphs: Signal<ReadonlyMap<string, readonly string[]>>;
  /** Renders materials for panels while there is a viewport. */
  readonly painter: Signal<MaterialPainter | null>;
  /** Draw calls of the last frame, shadows and effects included. */
  readonly drawCalls: Signal<number>;
  /** Effects that are paused on this device because they made it too slow. */
  readonly pausedEffects: Signal<readonly EffectName[]>;
  /** Whether the sky's sun should cast shadows but the displayed sky has no sun. */
  readonly isSunless: Signal<boolean>;
  /** Whether effects are drawn; off while the user compares. */
  readonly areEffectsShown: Signal<boolean>;
  /** Gives commands access to the drawn scene. @returns function that detaches it */
  attach(queries: SceneQueries): () => void;
}
