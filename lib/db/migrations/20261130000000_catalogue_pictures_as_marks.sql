-- Pictures in the place of marks have a width of their own: what was chosen before is named in it too.
update catalogue_service_pictures p set picture = replace(m.filename, '.webp', '-96.webp')
from cms.media m
where m.service = p.slug and m.width > 96;
