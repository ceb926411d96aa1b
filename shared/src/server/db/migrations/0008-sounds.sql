-- Sounds are items of libraries too.
alter table library_items drop constraint library_items_kind_check;
alter table library_items add constraint library_items_kind_check
  check (kind in ('model', 'material', 'texture', 'hdri', 'font', 'sound', 'component'));
