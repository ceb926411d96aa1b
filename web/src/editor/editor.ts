import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { LibraryThing } from '../library/use-library.ts';
import type { EffectName } from '../scene/effects/effect-list.ts';
import type { SpotPlacer } from '../scene/follow-surface.ts';
import { WHEEL_START, type WheelDevice } from '../scene/wheel.ts';
import type { DropAim } from './commands/aim-pictures.ts';
import type { HandleId } from './kernels/gizmo.ts';
import type { Trial } from './kernels/try-on.ts';
import { AuthorsManager } from './managers/authors.ts';
import { CameraManager } from './managers/camera.ts';
import { CommentingManager } from './managers/commenting.ts';
import { DragManager } from './managers/drag.ts';
import { FollowingManager } from './managers/following.ts';
import { HistoryManager, type Mark } from './managers/history.ts';
import { NudgingManager } from './managers/nudging.ts';
import { PeerGlide } from './managers/peer-glide.ts';
import type { Person } from './managers/peer-state.ts';
import { type PreferenceStorage, PreferencesManager } from './managers/preferences.ts';
import { PresenceManager } from './managers/presence.ts';
import { RemovalsManager } from './managers/removals.ts';
import { SceneManager } from './managers/scene.ts';
import { SelectionManager } from './managers/selection.ts';
import { ShowingManager } from './managers/showing.ts';
import { SightManager } from './managers/sight.ts';
import { UiManager } from './managers/ui.ts';
import type { SceneProbe } from './probe.ts';
import { ownView } from './queries/own-view.ts';
import type { Marquee } from './queries/pick.ts';
import { Store } from './store.ts';
import { ToolRoot } from './tools/tool-root.ts';
import type { MaterialPainter } from './viewport/material-balls.ts';

/** What is under the pointer; with a slot only what of the node wears it. */
export type Hover = { handle: HandleId | null; node: string | null; slot?: string };

/** What an editor is made with. */
export type EditorOptions = {
  ydoc?: Y.Doc;
  /** How others see this person, and who the person is to them; left out, nobody is told anything. */
  presence?: { awareness: Awareness; person: Person };
  /** Where preferences are kept; left out, nowhere. */
  storage?: PreferenceStorage;
};

/**
 * The editor of one scene, without any drawing: document, selection, history, camera and tools. Commands are free
 * functions over it, components draw what its stores hold and forward events. Everything works in Node.
 */
export class Editor {
  readonly ydoc: Y.Doc;
  /** The document as it is now. */
  readonly scene: SceneManager;
  /** What others deleted while this person worked on it. */
  readonly removals: RemovalsManager;
  readonly selection: SelectionManager;
  readonly history: HistoryManager;
  readonly camera: CameraManager;
  readonly preferences: PreferencesManager;
  readonly drag: DragManager;
  /** Walls on the move by keys. */
  readonly nudging: NudgingManager;
  readonly tools: ToolRoot;
  readonly ui = new UiManager();
  /** Which comment is open or being written. */
  readonly commenting = new CommentingManager();
  readonly presence: PresenceManager | null;
  /** Who else changed what. */
  readonly authors: AuthorsManager;
  /** Whose camera this person follows. */
  readonly following: FollowingManager | null;
  /** Whether this person leads the visitors of the scene's link. */
  readonly showing: ShowingManager | null;
  /** Where the cameras and pointers of others are seen, between what comes of them. */
  readonly glide: PeerGlide | null;
  /** Whether this installation makes pictures of views anew. */
  readonly canReimagine = new Store(false);
  /** Whether the person may ask others in. */
  readonly canInvite = new Store(false);
  /** Whether the person may only look. */
  readonly isReadOnly = new Store(false);
  /** Whether that is as the scene holds things which only a newer release of this page knows. */
  readonly isOfNewer = new Store(false);
  readonly hover = new Store<Hover | null>(null);
  /**
   * Where what is dragged or drawn has landed, as {@link snapPlace} names it; nothing in particular is `SMOOTHLY`, and null
   * that nothing is under way. Whatever snaps tells.
   */
  readonly landing = new Store<string | null>(null);
  /** What a drop would do with the pictures that are held over the view. */
  readonly aim = new Store<DropAim | null>(null);
  /** The thing of the library that is being dragged. */
  readonly carried = new Store<LibraryThing | null>(null);
  /** Whether the viewport has drawn the scene once, or never will. */
  readonly hasFirstFrame = new Store(false);
  /** What seems to turn the wheel of this person. */
  readonly wheelDevice = new Store<WheelDevice>(WHEEL_START.device);
  /** Nodes that show a file which is not drawn: it is on its way, missing or broken. Whoever draws the scene tells. */
  readonly undrawn = new Store<ReadonlySet<string>>(new Set());
  /** The signs of texts that their fonts lack, by node. Whoever draws the scene tells. */
  readonly missingSigns = new Store<ReadonlyMap<string, readonly string[]>>(new Map());
  /** Nodes that this person does not want to see for now; nobody else is touched. */
  readonly hidden = new Store<ReadonlySet<string>>(new Set());
  /** What this person sees otherwise than the document says. */
  readonly sight: SightManager;
  /** What this person tries on; drawn here, and in no document. */
  readonly trial = new Store<Trial | null>(null);
  /** What draws materials for panels, while there is a viewport. */
  readonly painter = new Store<MaterialPainter | null>(null);
  /** How many draw calls the scene took when it was drawn last, shadows and effects too. */
  readonly drawCalls = new Store(0);
  /** The effects that this device goes without, as they made it too slow. */
  readonly pausedEffects = new Store<readonly EffectName[]>([]);
  /** Whether the sun of the sky is to cast shadows, and the sky that is shown has none. */
  readonly isSunless = new Store(false);
  /** Whether effects are drawn here: off while a person compares. */
  readonly areEffectsShown = new Store(true);
  /** The open marquee in CSS pixels of the viewport. */
  readonly marquee = new Store<Marquee | null>(null);
  /**
   * Lets a text of the clipboard name files that the scene may use, in place of those of other workspaces; null while
   * nothing lends it.
   */
  bringFiles: ((text: string) => Promise<string>) | null = null;
  /** The colour that a file has in a slot; unknown until whoever knows the files lends it. */
  fileColor: (node: SceneNode, slot: string | null) => string | null = () => null;
  #probe: SceneProbe | null = null;

  constructor({ ydoc = new Y.Doc(), presence, storage }: EditorOptions = {}) {
    this.ydoc = ydoc;
    this.scene = new SceneManager(ydoc);
    this.removals = new RemovalsManager(this);
    this.selection = new SelectionManager(this.scene);
    this.sight = new SightManager(this);
    this.presence = presence ? new PresenceManager(presence.awareness, presence.person) : null;
    this.authors = new AuthorsManager(this.scene, this.presence);
    this.history = new HistoryManager(ydoc, this);
    this.camera = new CameraManager();
    this.preferences = new PreferencesManager(storage ?? null);
    this.drag = new DragManager(this);
    this.nudging = new NudgingManager(this);
    this.tools = new ToolRoot(this);
    this.following = this.presence && new FollowingManager(this.presence, this.camera);
    this.showing = this.presence && new ShowingManager(this, this.presence);
    this.glide = this.presence && new PeerGlide(this.presence);
    for (const moved of [
      this.camera,
      this.tools.pointer,
      ...(this.following ? [this.following.followed] : []),
    ]) {
      moved.subscribe(() => this.presence?.setView(() => ownView(this)));
    }
    this.camera.onTake(() => {
      if (this.ui.get().lookingThrough !== null) {
        this.ui.change({ lookingThrough: null });
      }
    });
    // Who loses the right to edit in the middle of something has not done it, and needs no tool for it.
    this.isReadOnly.subscribe(() => {
      if (this.isReadOnly.get()) {
        this.tools.interrupt();
        this.tools.takeLookTool();
        this.trial.set(null);
      }
    });
    this.selection.subscribe(() => {
      this.presence?.setSelection(this.selection.outermost);
      const { primary } = this.selection;
      if (primary !== null) {
        // What is selected elsewhere is brought to light in the outliner, once: who folds it again means it.
        this.ui.openInOutliner(this.scene.ancestorsOf(primary), true);
      }
    });
  }

  /** Whatever draws the scene, if anything does. */
  get probe(): SceneProbe | null {
    return this.#probe;
  }

  /** Knows where spots of surfaces are that move by themselves, once something draws them. */
  readonly spots: SpotPlacer = {
    placeOnSpot: (id, spot, into) => this.#probe?.placeOnSpot(id, spot, into) ?? false,
  };

  /** Lets commands ask a viewport about what is drawn; returns the undoing. */
  attach(probe: SceneProbe): () => void {
    this.#probe = probe;
    return () => {
      this.#probe = null;
    };
  }

  /**
   * Makes one step of the history of everything `change` writes, or part of an open one. Every edit of a person goes
   * through here.
   * @throws when the person may only look: commands ask `isReadOnly` before.
   */
  edit<Result>(change: () => Result, mark: Mark | null = null): Result {
    if (this.isReadOnly.get()) {
      throw new Error('This person may only look at the scene');
    }
    return this.history.transact(change, mark);
  }

  /**
   * Completes an earlier step by itself, such as when an upload has become an asset: written, but no step of the
   * history. Does nothing for who may only look.
   */
  amend(change: () => void): void {
    if (!this.isReadOnly.get()) {
      this.ydoc.transact(change, 'amend');
    }
  }

  /** Ends everything that runs; the Y.Doc stays its owner's. */
  dispose(): void {
    const managers = [
      this.tools,
      this.drag,
      this.nudging,
      this.following,
      this.showing,
      this.glide,
      this.history,
      this.authors,
      this.presence,
      this.sight,
      this.selection,
      this.removals,
      this.camera,
    ];
    for (const manager of [...managers, this.preferences, this.ui, this.scene]) {
      manager?.dispose();
    }
  }
}
