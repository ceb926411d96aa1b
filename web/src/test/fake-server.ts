import type { RouteDefinition } from '@diorama/shared/contract/define.ts';
import type { CodedError, ErrorBody } from '@diorama/shared/contract/errors.ts';
import { type ResultOf, type RouteName, routes } from '@diorama/shared/contract/index.ts';
import { completeSample, type SampleSize } from './complete-sample.ts';

/** Parts of a value; lists are given whole, but with parts of their entries. */
export type PartOf<T> = T extends readonly (infer Item)[]
  ? readonly PartOf<Item>[]
  : T extends object
    ? { [Key in keyof T]?: PartOf<T[Key]> }
    : T;

/** A request as an answer reads it. */
export type FakeRequest = {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
};

/** `never` is an answer that does not come; a page then shows that it waits. */
type Answer<Name extends RouteName> = PartOf<ResultOf<Name>> | CodedError | 'never';

/**
 * Answers by route. An answer names only what its test is about; `completeSample` fills in the rest. A
 * route without an answer gets that sample.
 */
export type Answers = {
  [Name in RouteName]?: Answer<Name> | ((request: FakeRequest) => Answer<Name>);
};

export type FakeServer = {
  answers: Answers;
  /** Size of what answers leave out. */
  size: SampleSize;
  /** Names of the routes that were called with a method other than GET, with their bodies, in order. */
  readonly changes: { route: RouteName; body: FakeRequest['body'] }[];
  /** Ends every request from now on like a lost network. */
  isAway: boolean;
};

const parametersIn = ({ path }: RouteDefinition) => path.split('{').length;

/** Paths with fewer parameters come first, as `users/me` is no `users/{id}`. */
const TABLE = (Object.entries<RouteDefinition>(routes) as [RouteName, RouteDefinition][]).sort(
  ([, first], [, second]) => parametersIn(first) - parametersIn(second),
);

/**
 * Puts the contract in the place of the network of this page. Each answer is checked against the schema of its route,
 * so that no test rests on an answer that the gateway would not give.
 */
export function startFakeServer(
  answers: Answers,
  size: SampleSize = 'small',
): FakeServer & { stop: () => void } {
  const server: FakeServer = { answers, size, changes: [], isAway: false };
  const network = window.fetch;
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.startsWith('/api/')) {
      return await network.call(window, input, init);
    }
    if (server.isAway) {
      throw new TypeError('Failed to fetch');
    }
    return await respond(server, url, init ?? {}).catch((error: unknown) => {
      // Pages take it for a lost network; the test fails on it.
      reportError(new Error(`The fake server cannot answer ${url.pathname}`, { cause: error }));
      throw error;
    });
  };
  return Object.assign(server, {
    stop: () => {
      window.fetch = network;
    },
  });
}

async function respond(server: FakeServer, url: URL, init: RequestInit): Promise<Response> {
  const found = findRoute(init.method ?? 'GET', url.pathname);
  if (found === null) {
    throw new Error(`The contract has no route ${init.method} ${url.pathname}`);
  }
  const [name, route, params] = found;
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
  if (route.method !== 'GET') {
    server.changes.push({ route: name, body });
  }
  if (route.isStream) {
    return new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });
  }
  const given = server.answers[name];
  const answer = typeof given === 'function' ? given({ params, query: url.searchParams, body }) : given;
  if (answer === 'never') {
    return await new Promise(() => undefined);
  }
  if (answer instanceof Error) {
    return json(answer.status, errorBody(answer));
  }
  if (route.response === undefined) {
    return new Response(null, { status: route.status === 204 ? 204 : route.status });
  }
  return json(route.status, route.response.parse(completeSample(route.response, answer, server.size)));
}

function findRoute(
  method: string,
  path: string,
): [RouteName, RouteDefinition, Record<string, string>] | null {
  for (const [name, route] of TABLE) {
    const pattern = route.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = route.method === method && new RegExp(`^${pattern}$`).exec(path);
    if (match) {
      return [
        name,
        route,
        Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
        ),
      ];
    }
  }
  return null;
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/ld+json; charset=utf-8', Date: new Date().toUTCString() },
  });
}

/** The contract's body of an error, with the code in place of a translated title. */
function errorBody(error: CodedError): ErrorBody {
  return {
    status: error.status,
    title: `Title of ${error.title}`,
    description: error.code,
    violations: error.violations.map(({ propertyPath, code }) => ({ propertyPath, code, message: code })),
    ...error.extra,
  };
}
