import type { SceneCamera, SceneDocument } from '@diorama/shared/scene/document.ts';
import { type FieldValues, rowsOf, valueIn, withValues } from '@diorama/shared/scene/field-values.ts';
import {
  interactionsOf,
  motionsShown,
  type NodeMotion,
  valuesOfStates,
  withState,
} from '@diorama/shared/scene/interactions/interactions.ts';
import { hasContinuousMotion, motionValues } from '@diorama/shared/scene/interactions/motion-values.ts';
import { type Pace, ValueTransitions } from '@diorama/shared/scene/interactions/value-transitions.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { type SceneChange, uniteChanges } from '@diorama/shared/scene/scene-change.ts';
import { prefersReducedMotion } from '../../scene/prefers-reduced-motion.ts';
import { SceneSounds } from '../../scene/scene-sounds.ts';
import type { Activity } from '../start-activity.ts';
import { ActionRunner } from './action-runner.ts';
import { NodeTargets } from './node-targets.ts';
import type { InteractionsContext } from './open-interactions.ts';
import { RunningTimelines } from './running-timelines.ts';
import { SoundButton } from './sound-button.ts';
import { watchScroll } from './watch-scroll.ts';

/** Number of nodes up to which annotations follow every frame of a transition; of larger scenes, they follow at its end. */
const FOLLOWED_NODES = 1_000;
const AT_ONCE: Pace = { seconds: 0, easing: 'linear' };

/** Runs the interactions and motions of a scene: their values are shown over the document that visitors chose. */
export class SceneInteractions implements Activity {
  readonly #context: InteractionsContext;
  readonly #transitions = new ValueTransitions();
  readonly #timelines = new RunningTimelines();
  readonly #runner: ActionRunner;
  readonly #targets: NodeTargets;
  readonly #sounds: SceneSounds;
  readonly #soundButton: SoundButton | null;
  readonly #ends: (() => void)[] = [];
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #start = now();
  #document: SceneDocument;
  #motions: readonly NodeMotion[] = [];
  /** Active states, also beside nodes; later ones override earlier ones. */
  #active: readonly string[] = [];
  /** Values that single actions switched, by path. */
  #switched: FieldValues = {};
  #shown: FieldValues = {};
  /** The shown values without those of motions. */
  #steady: FieldValues = {};
  #isMoving = false;
  /** The camera of the timelines; null while they have none. */
  #camera: SceneCamera | null = null;
  /** Whether the visitor moved the camera since a timeline was last started. */
  #isCameraHeld = false;
  /** Interactions whose scroll position has been passed. */
  readonly #passed = new Set<string>();
  #stopScroll: (() => void) | null = null;

  constructor(context: InteractionsContext) {
    this.#context = context;
    this.#document = context.document;
    const { canvas, host, assets, soundBar } = context;
    this.#sounds = new SceneSounds({ source: assets });
    this.#ends.push(() => this.#sounds.dispose());
    this.#runner = new ActionRunner(context, {
      document: () => this.#document,
      shown: () => this.#drawn,
      goTo: (next, pace) => {
        this.#active = withState(this.#active, next);
        // The latest action counts: a state also overrides what single actions switched before.
        const values = next.state === null ? this.#switched : this.#valuesOf([next.state]);
        this.#switched = without(this.#switched, values);
        this.#go(pace);
      },
      valueOf: (path) => valueIn(withValues(this.#document, [this.#shown, this.#switched]), path),
      play: (timeline) => {
        this.#timelines.switch(this.#document, timeline, now());
        this.#isCameraHeld = false;
        this.#restart();
      },
      sound: (sound) => this.#sounds.switch(sound),
      set: (path, value) => {
        this.#switched = { ...this.#switched, [path]: value };
        this.#go(AT_ONCE);
      },
    });
    this.#targets = new NodeTargets({
      host,
      canvas,
      run: (interactions, cause) => this.#runner.run(interactions, cause),
      revert: (interactions, node) => this.#runner.revert(interactions, node),
      isActive: (state, node) => this.#active.includes(this.#runner.resolveState(node, state)),
    });
    this.#soundButton = soundBar && new SoundButton(soundBar, (isMuted) => this.#sounds.setMuted(isMuted));
    this.#soundButton?.setDocument(this.#document);
    this.#ends.push(() => this.#soundButton?.dispose());
    this.#ends.push(canvas.addLayer({ prepare: this.#update }));
    this.#follow();
    this.#ends.push(canvas.camera.onHand(() => (this.#isCameraHeld = true)));
  }

  /** Runs the interactions of the start. */
  begin(): void {
    this.#runner.run(interactionsOf(this.#document, 'start'));
    this.#schedule();
    this.#stopScroll = watchScroll(this.#context.host, (position) => this.#pass(position));
  }

  setDocument(document: SceneDocument, change?: SceneChange): void {
    this.#document = document;
    this.#show(change ?? null);
    this.#follow();
    this.#soundButton?.setDocument(document);
    this.#schedule();
  }

  arrive(annotation: string): void {
    const met = interactionsOf(this.#document, 'annotation').filter(
      (one) => one.annotation === null || one.annotation === annotation,
    );
    this.#runner.run(met, { annotation });
  }

  scroll(position: number): void {
    // A page that reports its position knows it better than the frame itself.
    this.#stopScroll?.();
    this.#pass(position);
  }

  dispose(): void {
    for (const end of this.#ends) {
      end();
    }
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
    this.#stopScroll?.();
    this.#targets.dispose();
  }

  /** Starts the timelines and the delayed interactions that have not been started yet. */
  #schedule(): void {
    this.#timelines.begin(this.#document, now());
    this.#restart();
    for (const interaction of interactionsOf(this.#document, 'delay')) {
      const left = this.#start + interaction.seconds - now();
      if (!this.#timers.has(interaction.id) && left >= 0) {
        const run = () => {
          const current = interactionsOf(this.#document, 'delay').filter(({ id }) => id === interaction.id);
          this.#runner.run(current);
        };
        this.#timers.set(interaction.id, setTimeout(run, left * 1_000));
      }
    }
  }

  #pass(position: number): void {
    for (const interaction of interactionsOf(this.#document, 'scroll')) {
      const isPassed = position >= interaction.position;
      if (isPassed && !this.#passed.has(interaction.id)) {
        this.#passed.add(interaction.id);
        this.#runner.run([interaction]);
      } else if (!isPassed && this.#passed.delete(interaction.id)) {
        this.#runner.revert([interaction]);
      }
    }
  }

  #go(pace: Pace): void {
    const target = { ...this.#valuesOf(this.#active), ...this.#switched };
    this.#transitions.go(this.#document, target, prefersReducedMotion() ? AT_ONCE : pace, now());
    this.#restart();
  }

  /** Shows the current values in the next frame. */
  #restart(): void {
    this.#isMoving = true;
    this.#context.canvas.invalidate();
  }

  /** Advances to the time of the frame that is drawn. */
  readonly #update = (): void => {
    const { canvas } = this.#context;
    const isPlaying = !prefersReducedMotion() && this.#timelines.isMoving(this.#document, now());
    const isMoving = isPlaying || this.#transitions.isMoving(now());
    if (this.#isMoving || this.#motions.length > 0) {
      this.#show();
    }
    if (this.#isMoving && !isMoving) {
      this.#settle();
    }
    this.#isMoving = isMoving;
    if (isMoving || (!prefersReducedMotion() && hasContinuousMotion(this.#drawn, this.#motions))) {
      canvas.invalidate();
    }
  };

  /** @param change - of the document itself; null if all of it may differ */
  #show(change?: SceneChange | null): void {
    const { canvas, tour } = this.#context;
    const isReduced = prefersReducedMotion();
    const steps = this.#transitions.valuesAt(this.#document, now());
    const stepped = withValues(this.#document, [steps]);
    const tracks = this.#timelines.valuesAt(stepped, now(), { isReduced, shown: this.#drawn });
    const steady = { ...steps, ...tracks };
    this.#steady = steady;
    const motions = motionValues(withValues(this.#document, [steady]), {
      motions: this.#motions,
      shown: this.#drawn,
      seconds: now() - this.#start,
      isReduced,
      eye: canvas.camera.shown.position,
      worldOf: (id) => canvas.view.nodes.worldMatrixOf(id),
    });
    const values = { ...steady, ...motions };
    if (change === undefined && isSameJson(values, this.#shown)) {
      return;
    }
    const touched = rowsOf([this.#shown, values]);
    this.#shown = values;
    const document = withValues(this.#document, [values]);
    canvas.view.setDocument(document, change === null ? undefined : uniteChanges(touched, change ?? touched));
    this.#moveCamera(tracks, document);
    if (tour.length > 0 && Object.keys(document.nodes).length <= FOLLOWED_NODES) {
      tour.setDocument(this.#drawn);
    }
  }

  /** Moves the camera with the timelines, until the visitor moves it. */
  #moveCamera(tracks: FieldValues, { camera }: SceneDocument): void {
    const isLed = Object.keys(tracks).some((path) => path.startsWith('scene/camera.'));
    if (isLed && !this.#isCameraHeld && !isSameJson(camera, this.#camera)) {
      this.#context.tour.rest();
      this.#context.canvas.camera.show(camera);
    }
    this.#camera = isLed ? camera : null;
  }

  #settle(): void {
    this.#follow();
    this.#context.tour.setDocument(this.#drawn);
  }

  /** Finds the nodes that react and move in the document as it is shown. */
  #follow(): void {
    this.#motions = motionsShown(withValues(this.#document, [this.#steady]), this.#drawn);
    this.#targets.setDocument(this.#drawn);
  }

  #valuesOf(states: readonly string[]): FieldValues {
    return valuesOfStates(this.#document, states, this.#drawn);
  }

  /** The document as it is drawn, with generated nodes. */
  get #drawn(): SceneDocument {
    return this.#context.canvas.view.shown ?? this.#document;
  }
}

function without(values: FieldValues, others: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([path]) => !Object.hasOwn(others, path)));
}

/** The time of the page, in seconds. */
function now(): number {
  return performance.now() / 1_000;
}
