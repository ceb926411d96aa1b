import { sourceIdOf, sourceInRepeats } from '@diorama/shared/scene/copies/generated-id.ts';
import { copiesBySource, resolveFieldPath } from '@diorama/shared/scene/copies/resolve-references.ts';
import type { Interaction, InteractionAction, SceneDocument } from '@diorama/shared/scene/document.ts';
import { fieldPath, parseFieldPath } from '@diorama/shared/scene/field-values.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import type { Document, Node, Property } from '@gltf-transform/core';
import type { AnimationClips, Playable } from './animation-clips.ts';
import type { Operation } from './behaviour-graph.ts';
import { AT_ONCE, BehaviourOperations, MAX_OPERATIONS, numbers, type Pace } from './behaviour-operations.ts';
import { type PropertyChange, propertyChangesOf, restChanges, visibilityChange } from './field-changes.ts';
import { createActionResolver, interactionsOfFiles } from './file-interactions.ts';
import { KHRInteractivity, KHRNodeHoverability, KHRNodeSelectability } from './interactivity-extension.ts';
import type { MaterialFactory } from './materials.ts';

/** Maximum number of nodes that start one interaction, such as the copies of a node. */
const MAX_STARTERS = 500;

type ActionOf<Kind extends InteractionAction['kind']> = Extract<InteractionAction, { kind: Kind }>;

type Context = {
  scene: SceneDocument;
  document: Document;
  /** Written nodes by the ids of their sources. */
  built: ReadonlyMap<string, Node>;
  materials: MaterialFactory;
  clips: AnimationClips;
};

/**
 * Adds what a scene does by clicks, hovering, delays and at its start, as KHR_interactivity: states, visibility, clips
 * and timelines. It also starts the animation of the opened file, as readers then start none themselves.
 */
export function addBehaviour(context: Context): void {
  const { document } = context;
  const behaviour = new SceneBehaviour(context);
  behaviour.addAll();
  if (behaviour.isEmpty) {
    return;
  }
  behaviour.startAnimations();
  document.createExtension(KHRNodeSelectability);
  document.createExtension(KHRNodeHoverability);
  const { graph, targets } = behaviour.write();
  const interactivity = document.createExtension(KHRInteractivity).createInteractivity();
  document.getRoot().setExtension(KHRInteractivity.EXTENSION_NAME, interactivity.setGraph(graph, targets));
}

class SceneBehaviour {
  readonly #context: Context;
  readonly #operations = new BehaviourOperations();
  readonly #changes = new Map<string, readonly PropertyChange[]>();
  /** Operations of equal actions, which interactions share. */
  readonly #shared = new Map<string, Operation | null>();
  /** Written nodes by their sources, with the ids beside which they act. */
  readonly #starters: ReadonlyMap<string, readonly (readonly [string, Node])[]>;
  readonly #copies: ReadonlyMap<string, readonly string[]>;
  readonly #resolveAction: ReturnType<typeof createActionResolver>;
  #lowering: Operation | null = null;

  constructor(context: Context) {
    this.#context = context;
    const starters = [...context.built].map(([id, node]) => [sourceInRepeats(id), node] as const);
    this.#starters = Map.groupBy(starters, ([origin]) => sourceIdOf(origin));
    this.#copies = copiesBySource(context.scene);
    this.#resolveAction = createActionResolver(context.scene, this.#copies);
  }

  get isEmpty(): boolean {
    return this.#operations.graph.isEmpty;
  }

  addAll(): void {
    for (const interaction of interactionsOfFiles(this.#context.scene)) {
      if (this.#operations.isFull) {
        break;
      }
      this.#addInteraction(interaction);
    }
    this.#setLoweredFlags();
  }

  /** Starts the animation of the opened file. */
  startAnimations(): void {
    const { opening } = this.#context.clips;
    if (opening) {
      this.#addEvent(onStart(this.#play({ ...opening, speed: 1 })));
    }
  }

  write(): { graph: object; targets: readonly Property[] } {
    return { graph: this.#operations.graph.toJson(), targets: this.#operations.targets };
  }

  #addInteraction({ event, node, seconds, actions }: Interaction): void {
    const stepsFor = (origin: string | null, of = actions) =>
      of.flatMap((action) => this.#act(this.#resolveAction(action, origin)) ?? []);
    if (event === 'click' || event === 'hover') {
      for (const [origin, starter] of this.#startersOf(node)) {
        if (this.#operations.isFull) {
          return;
        }
        const steps = stepsFor(origin);
        const back = stepsFor(origin, actions.filter(isToggle));
        if (steps.length > 0) {
          this.#addPointerEvents(starter, { isClick: event === 'click', steps, back });
        }
      }
      return;
    }
    const steps = stepsFor(null);
    if (steps.length > 0 && event === 'start') {
      this.#addEvent(onStart(this.#operations.sequence(steps)));
    } else if (steps.length > 0) {
      const values = { duration: numbers('float', [seconds]) };
      const flows = { done: this.#operations.sequence(steps) };
      this.#addEvent(onStart(this.#operations.make({ op: 'flow/setDelay', values, flows })));
    }
  }

  #addEvent(event: Operation): void {
    this.#operations.graph.addEvent(this.#operations.make(event));
  }

  #addPointerEvents(
    node: Node,
    { isClick, steps, back }: { isClick: boolean; steps: readonly Operation[]; back: readonly Operation[] },
  ): void {
    const configuration = { nodeIndex: this.#operations.token(node) };
    if (!isClick) {
      this.#addEvent(hover('event/onHoverIn', configuration, this.#operations.sequence(steps)));
      if (back.length > 0) {
        this.#addEvent(hover('event/onHoverOut', configuration, this.#operations.sequence(back)));
      }
      return;
    }
    const selected: Operation = {
      op: 'event/onSelect',
      configuration,
      extension: { name: KHRNodeSelectability.EXTENSION_NAME, outputs: SELECTED },
    };
    // Only the innermost object with an interaction reacts, as in pages.
    const stop: Operation = {
      op: 'event/stopPropagation',
      values: { stopImmediate: { type: 'bool', value: [false] }, event: { from: selected, socket: 'event' } },
    };
    selected.flows = { out: this.#operations.sequence([...steps, this.#operations.make(stop)]) };
    this.#addEvent(selected);
  }

  /** The written node with its copies, by the ids beside which they act; all roots for the whole scene. */
  #startersOf(id: string | null): readonly (readonly [string | null, Node])[] {
    const { document } = this.#context;
    if (id === null) {
      const roots = document.getRoot().getDefaultScene()?.listChildren() ?? [];
      return roots.slice(0, MAX_STARTERS).map((root) => [null, root]);
    }
    return (this.#starters.get(id) ?? []).slice(0, MAX_STARTERS);
  }

  /** The first operation of an action; null for one that files cannot hold. */
  #act(action: InteractionAction): Operation | null {
    const key = JSON.stringify(action);
    const known = this.#shared.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = this.#operations.isFull ? null : this.#perform(action);
    const whole = this.#operations.isFull ? null : made;
    this.#shared.set(key, whole);
    return whole;
  }

  #perform(action: InteractionAction): Operation | null {
    switch (action.kind) {
      case 'state':
        return this.#goTo(action);
      case 'show':
        return this.#show(action);
      case 'clip':
        return this.#control(action.mode, this.#context.clips.clipOf(action.node, action.clip));
      case 'timeline':
        return this.#control(action.mode, this.#context.clips.timelineOf(action.timeline));
      default:
        // Choices, views, links, messages and sounds belong to pages.
        return null;
    }
  }

  #goTo({ state, toggles, ...pace }: ActionOf<'state'>): Operation | null {
    if (state === null) {
      const ids = Object.keys(this.#context.scene.states);
      const left = ids.flatMap((id) => this.#leave(id, pace));
      return left.length > 0 ? this.#operations.sequence([this.#lowerStates(), ...left]) : null;
    }
    const changes = this.#changesOf(state);
    if (changes.length === 0) {
      return null;
    }
    const arrive = [this.#operations.raise(state, true), ...this.#operations.setAll(changes, 'to', pace)];
    if (!toggles) {
      return this.#operations.sequence(arrive);
    }
    return this.#operations.branch(
      state,
      this.#operations.sequence(this.#leave(state, pace)),
      this.#operations.sequence(arrive),
    );
  }

  /** Takes the properties of a state back to their values in the document. */
  #leave(state: string, pace: Pace): Operation[] {
    const changes = this.#operations.isFull ? [] : this.#changesOf(state);
    return changes.length > 0
      ? [this.#operations.raise(state, false), ...this.#operations.setAll(changes, 'from', pace)]
      : [];
  }

  /** Marks all states as left, also those within instances. Its flags are set after all interactions. */
  #lowerStates(): Operation {
    this.#lowering ??= this.#operations.make({ op: 'variable/set' });
    return this.#lowering;
  }

  #setLoweredFlags(): void {
    const { states } = this.#context.scene;
    const flags = [...this.#operations.flags].filter(([name]) => Object.hasOwn(states, sourceIdOf(name)));
    const variables = flags.map(([, { index }]) => index);
    if (this.#lowering) {
      const lowered = { type: 'bool', value: [false] } as const;
      this.#lowering.configuration = { variables };
      this.#lowering.values = Object.fromEntries(variables.map((index) => [index, lowered]));
    }
  }

  #show({ node, mode }: ActionOf<'show'>): Operation | null {
    const { built } = this.#context;
    const steps = this.#copiesOf(node ?? '').flatMap((id) => {
      const copy = built.get(id);
      return copy && !this.#operations.isFull ? this.#showNode(copy, mode) : [];
    });
    return steps.length > 0 ? this.#operations.sequence(steps) : null;
  }

  /** A written node, or the copies of a node of a component. */
  #copiesOf(id: string): readonly string[] {
    return this.#context.built.has(id) ? [id] : (this.#copies.get(id) ?? []);
  }

  #showNode(node: Node, mode: ActionOf<'show'>['mode']): Operation {
    const { document } = this.#context;
    const change = visibilityChange(document, node, mode === 'on');
    if (mode !== 'toggle') {
      return this.#operations.set(change, change.to, AT_ONCE);
    }
    const { configuration } = this.#operations.set(change, change.to, AT_ONCE);
    const shown = this.#operations.make({ op: 'pointer/get', configuration });
    const hidden = this.#operations.make({ op: 'math/not', values: { a: { from: shown } } });
    return this.#operations.make({ op: 'pointer/set', configuration, values: { value: { from: hidden } } });
  }

  /** Plays an animation or stops it, which takes its nodes back to their places. */
  #control(mode: 'toggle' | 'on' | 'off', playable: Playable | null): Operation | null {
    if (!playable) {
      return null;
    }
    const { animation } = playable;
    const name = `animation ${this.#operations.keyOf(animation)}`;
    const isOpening = this.#context.clips.opening?.animation === animation;
    this.#operations.flagOf(name, isOpening);
    const play = () => this.#operations.sequence([this.#operations.raise(name, true), this.#play(playable)]);
    const stop = () => {
      const values = {
        animation: { type: 'ref', value: [`/animations/${this.#operations.token(animation)}`] },
      } as const;
      const still = this.#operations.setAll(restChanges(playable.animation), 'to', AT_ONCE);
      return this.#operations.sequence([
        this.#operations.raise(name, false),
        this.#operations.make({ op: 'animation/stop', values }),
        ...still,
      ]);
    };
    if (mode === 'toggle') {
      return this.#operations.branch(name, stop(), play());
    }
    return mode === 'on' ? play() : stop();
  }

  #play({ animation, seconds, speed }: Playable): Operation {
    return this.#operations.make({
      op: 'animation/start',
      values: {
        animation: { type: 'ref', value: [`/animations/${this.#operations.token(animation)}`] },
        startTime: numbers('float', [0]),
        endTime:
          seconds === null
            ? { from: this.#operations.make({ op: 'math/Inf' }) }
            : numbers('float', [seconds]),
        speed: numbers('float', [speed]),
      },
    });
  }

  #changesOf(state: string): readonly PropertyChange[] {
    const known = this.#changes.get(state);
    if (known) {
      return known;
    }
    const { scene, built } = this.#context;
    const placed = new Map<string, unknown>();
    for (const [path, value] of Object.entries(ownMember(scene.states, sourceIdOf(state))?.values ?? {})) {
      const near = resolveFieldPath(scene, state, path);
      if (near === null) {
        continue;
      }
      const place = parseFieldPath(near);
      // Beside no instance, nodes of components stand for all their copies.
      const paths =
        place?.table === 'nodes'
          ? this.#copiesOf(place.id).flatMap((id) => (built.has(id) ? fieldPath({ ...place, id }) : []))
          : [path];
      for (const one of paths) {
        placed.set(one, value);
      }
      if (placed.size > MAX_OPERATIONS) {
        break;
      }
    }
    const changes = propertyChangesOf(Object.fromEntries(placed), this.#context);
    this.#changes.set(state, changes);
    return changes;
  }
}

const SELECTED = {
  selectedNode: 'ref',
  controllerIndex: 'int',
  selectionPoint: 'float3',
  selectionRayOrigin: 'float3',
  event: 'ref',
} as const;

const HOVERED = { hoveredNode: 'ref', controllerIndex: 'int', event: 'ref' } as const;

function hover(op: string, configuration: Operation['configuration'], out: Operation): Operation {
  const extension = { name: KHRNodeHoverability.EXTENSION_NAME, outputs: HOVERED };
  return { op, configuration, extension, flows: { out } };
}

function onStart(out: Operation): Operation {
  return { op: 'event/onStart', flows: { out } };
}

function isToggle(action: InteractionAction): boolean {
  return (action.kind === 'state' && action.toggles) || ('mode' in action && action.mode === 'toggle');
}
