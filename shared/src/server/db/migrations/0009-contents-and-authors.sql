-- Digest of all that the files of a combination are made from, in hex. Equal combinations of a workspace share files.
alter table option_outputs add column content_digest text;
create index option_outputs_content on option_outputs (content_digest) where content_digest is not null;

-- Name of the author of an imported version, who is no user of this installation.
alter table scene_versions add column author_name text;
