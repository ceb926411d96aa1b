/** Scene categories in display order; the uuids are the same in every installation. */
export const SCENE_CATEGORIES = [
  { uuid: '01900000-0000-7000-8000-000000000101', key: 'architecture' },
  { uuid: '01900000-0000-7000-8000-000000000102', key: 'interior' },
  { uuid: '01900000-0000-7000-8000-000000000103', key: 'product' },
  { uuid: '01900000-0000-7000-8000-000000000104', key: 'education' },
  { uuid: '01900000-0000-7000-8000-000000000105', key: 'art' },
  { uuid: '01900000-0000-7000-8000-000000000106', key: 'characters' },
  { uuid: '01900000-0000-7000-8000-000000000107', key: 'vehicles' },
  { uuid: '01900000-0000-7000-8000-000000000108', key: 'nature' },
  { uuid: '01900000-0000-7000-8000-000000000109', key: 'events' },
  { uuid: '01900000-0000-7000-8000-00000000010a', key: 'other' },
] as const;
