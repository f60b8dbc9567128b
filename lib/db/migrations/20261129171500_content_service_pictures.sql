-- The service that a picture stands for, one picture for a service (npm run cms).
ALTER TABLE "cms"."media" ADD COLUMN "service" varchar;
CREATE UNIQUE INDEX "media_service_idx" ON "cms"."media" USING btree ("service");
