import { z } from 'zod';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './paging.ts';

/** The keys every resource has: its iri, its type and its uuid. */
export function resource<const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ '@id': z.string(), '@type': z.literal(type), uuid: z.uuid(), ...shape });
}

/** A page of a list in the Hydra vocabulary; `view.next` is absent on the last page. */
export function collection<Item extends z.ZodType>(item: Item) {
  return z.object({
    '@id': z.string(),
    '@type': z.literal('Collection'),
    member: z.array(item),
    totalItems: z.number().int(),
    view: z.object({ next: z.string() }).optional(),
  });
}

export type Collection<Item> = {
  '@id': string;
  '@type': 'Collection';
  member: Item[];
  totalItems: number;
  view?: { next: string };
};

/** A reference by iri or by bare uuid; parsed to the uuid. */
export const ref = z
  .string()
  .max(500)
  .transform((value) => value.slice(value.lastIndexOf('/') + 1))
  .pipe(z.uuid());

/** `{id}` of a path: an iri (percent-encoded) or a bare uuid. */
export const idParams = z.object({ id: ref });

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** A boolean of a query string. */
export const queryFlag = flag;

/** `properties[]=` of partial fields; one value or many. */
export const partialFields = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** The query keys that every list takes. */
export const listQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  itemsPerPage: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  pagination: flag.default(true),
  'properties[]': partialFields.optional(),
};

export type ListQuery = {
  page: number;
  itemsPerPage: number;
  pagination: boolean;
  'properties[]'?: string[] | undefined;
};
