import { resolveNodeId, resolveSetId } from '@diorama/shared/scene/copies/resolve-references.ts';
import type { Interaction, InteractionAction, SceneDocument } from '@diorama/shared/scene/document.ts';
import { ACTIONS_PER_SECOND } from '@diorama/shared/scene/interactions/limits.ts';
import { tracksOf } from '@diorama/shared/scene/interactions/timelines.ts';
import type { Pace } from '@diorama/shared/scene/interactions/value-transitions.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { savedViewsOf } from '@diorama/shared/scene/saved-views.ts';
import type { SoundSwitch } from '../../scene/scene-sounds.ts';
import { flyToView } from '../fly-to-view.ts';
import type { InteractionsContext } from './open-interactions.ts';

const SECOND_MS = 1_000;

/** The running scene, as actions read and change it. */
export type ActionStage = {
  document: () => SceneDocument;
  /** The document with generated nodes. */
  shown: () => SceneDocument;
  /** Goes to a state, or back to the start for null. */
  goTo: (state: { state: string | null; toggles: boolean }, pace: Pace) => void;
  /** The shown value of a field. */
  valueOf: (path: string) => unknown;
  /** Plays or stops a sound. */
  sound: (sound: SoundSwitch) => void;
  /** Plays or stops a timeline. */
  play: (timeline: { id: string; mode: 'toggle' | 'on' | 'off' }) => void;
  /** Sets the value of a field, until another action does. */
  set: (path: string, value: unknown) => void;
};

type Rows = readonly (Interaction & { id: string })[];

/** Cause of a run: a click, the arrival at an annotation, or a node. Actions find their nodes beside this node. */
type Cause = { isClick?: boolean; annotation?: string; node?: string | null };

type Step = { isClick: boolean; chain: ReadonlySet<string>; origin: string | null };

/**
 * Performs the actions of interactions. An interaction never starts itself again by its own actions, and a scene
 * performs a limited number of actions per second.
 */
export class ActionRunner {
  readonly #context: InteractionsContext;
  readonly #stage: ActionStage;
  readonly #budget = new ActionBudget();
  /** The annotation that actions go to, with the interactions that led there. */
  #led: { annotation: string; chain: ReadonlySet<string> } | null = null;

  constructor(context: InteractionsContext, stage: ActionStage) {
    this.#context = context;
    this.#stage = stage;
  }

  run(interactions: Rows, { isClick = false, annotation, node: origin = null }: Cause = {}): void {
    const before = annotation !== undefined && this.#led?.annotation === annotation ? this.#led.chain : null;
    this.#led = null;
    for (const interaction of interactions) {
      if (!before?.has(interaction.id)) {
        const chain = new Set([...(before ?? []), interaction.id]);
        this.#perform(interaction, { isClick, chain, origin, actions: interaction.actions });
      }
    }
  }

  /** Performs the toggling actions again, which takes them back. */
  revert(interactions: Rows, origin: string | null = null): void {
    for (const interaction of interactions) {
      const actions = interaction.actions.filter(
        (action) =>
          (action.kind === 'state' && action.toggles) || ('mode' in action && action.mode === 'toggle'),
      );
      this.#perform(interaction, { isClick: false, chain: new Set([interaction.id]), origin, actions });
    }
  }

  /** The id of a state for a node: in an instance, the state of that instance. */
  resolveState(origin: string | null, id: string): string {
    const values = ownMember(this.#stage.document().states, id)?.values ?? {};
    return resolveSetId(this.#stage.shown(), origin, { id, paths: Object.keys(values) });
  }

  #perform(row: Rows[number], step: Step & { actions: readonly InteractionAction[] }): void {
    for (const action of step.actions) {
      if (!this.#budget.take(performance.now())) {
        return;
      }
      this.#act(action, step, row);
    }
  }

  #act(action: InteractionAction, { isClick, chain, origin }: Step, row: Rows[number]): void {
    const near = (node: string | null) => node && resolveNodeId(this.#stage.shown(), origin, node);
    switch (action.kind) {
      case 'state': {
        const state = action.state && this.resolveState(origin, action.state);
        this.#stage.goTo({ ...action, state }, action);
        return;
      }
      case 'show':
        this.#switch(near(action.node), 'visible', (before) => turned(action.mode, before === true));
        return;
      case 'clip':
        if (isClick) {
          this.#context.canvas.startClips();
        }
        this.#switch(near(action.node), 'props.animation', (before) => {
          const animation = Object(before);
          const clip = action.clip ?? animation.clip ?? null;
          return { ...animation, clip, playing: turned(action.mode, animation.playing === true) };
        });
        return;
      case 'timeline':
        if (action.timeline !== null) {
          const paths = tracksOf(this.#stage.document(), action.timeline).map(({ path }) => path);
          const id = resolveSetId(this.#stage.shown(), origin, { id: action.timeline, paths });
          this.#stage.play({ id, mode: action.mode });
        }
        return;
      case 'choice':
        this.#choose(action.choice);
        return;
      case 'view':
        this.#goToView(near(action.node), chain);
        return;
      case 'link':
        // Browsers block new tabs without a click, and visitors would not expect them.
        if (isClick && action.url !== null) {
          window.open(action.url, '_blank', 'noopener,noreferrer');
        }
        return;
      case 'sound':
        this.#stage.sound(action);
        return;
      case 'message':
        this.#context.onMessage?.(this.#ownNameOf(row), action.text);
    }
  }

  /** The untranslated name of an interaction, by which a page around an embed knows it. */
  #ownNameOf({ id, name }: Rows[number]): string {
    const { options } = this.#context;
    return (options && ownMember(options.own.interactions, id)?.name) ?? name;
  }

  #switch(node: string | null, field: string, next: (before: unknown) => unknown): void {
    const before = node === null ? undefined : this.#stage.valueOf(`nodes/${node}/${field}`);
    if (before !== undefined) {
      this.#stage.set(`nodes/${node}/${field}`, next(before));
    }
  }

  #choose(id: string | null): void {
    const { options } = this.#context;
    const choice = id === null ? undefined : ownMember(this.#stage.document().choices, id);
    if (options && id !== null && choice && choice.option !== null) {
      options.choose(new Map([[choice.option, id]]), choice.option);
    }
  }

  #goToView(node: string | null, chain: ReadonlySet<string>): void {
    const kind = node === null ? undefined : ownMember(this.#stage.shown().nodes, node)?.kind;
    if (node !== null && kind === 'annotation') {
      this.#led = { annotation: node, chain };
      // A failed fetch leaves the camera as it is.
      void this.#context.tour.goTo(node);
      return;
    }
    const view = savedViewsOf(this.#stage.shown()).find(({ id }) => id === node);
    if (view) {
      this.#context.tour.rest();
      flyToView(this.#context.canvas, view);
    }
  }
}

function turned(mode: 'toggle' | 'on' | 'off', isOn: boolean): boolean {
  return mode === 'toggle' ? !isOn : mode === 'on';
}

/** Limits the actions within any second, so that a scene of mistakes stays usable. */
export class ActionBudget {
  #taken: number[] = [];

  /** Whether one more action is permitted at a time, in milliseconds; counts it if so. */
  take(now: number): boolean {
    this.#taken = this.#taken.filter((at) => at > now - SECOND_MS);
    if (this.#taken.length >= ACTIONS_PER_SECOND) {
      return false;
    }
    this.#taken.push(now);
    return true;
  }
}
