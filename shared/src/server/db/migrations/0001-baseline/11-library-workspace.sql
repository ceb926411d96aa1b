-- The workspace that owns the shared library, and its user. `shared/src/domain/library.ts` has the same ids.
insert into users (id, name, email, avatar_color) values
  ('01900000-0000-7000-8000-0000000001fe', 'Diorama', 'library@diorama.invalid', '#6FA3F5');
insert into accounts (id, owner_id, name, plan, has_completed_tour, has_completed_onboarding, is_library) values
  ('01900000-0000-7000-8000-0000000001ff', '01900000-0000-7000-8000-0000000001fe', 'Diorama', 'enterprise', true, true, true);
