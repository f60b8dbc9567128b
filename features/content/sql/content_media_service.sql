-- A picture that begins or ceases to stand for a service is shown of it, or no longer, wherever the service is.
create or replace trigger content_media_service
  after insert or update or delete on cms.media for each row
  execute function content_keep_service_picture();
