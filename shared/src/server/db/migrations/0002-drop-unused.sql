-- The newest versions before 1.0 wrote neither.
drop table comment_reads;
alter table scene_outputs drop column ar_placement;
