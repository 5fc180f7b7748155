% Compares results.h5, as `load` reads it, with the CSV that `gudgeon export` wrote: readers.m RESULTS CSV.
% `load` turns the sizes of arrays around, and what no name may have into an underscore.
args = argv();
results = load(args{1});
file = fopen(args{2});
head = strsplit(strtrim(fgetl(file)), ',');
table = cell2mat(textscan(file, repmat('%f', 1, numel(head)), 'Delimiter', ',', 'CollectOutput', true));
fclose(file);

trim = @(texts) strtrim(strrep(cellstr(texts), char(0), ''));
paths = trim(results.channels);
units = trim(results.units);
assert(numel(paths), numel(units));
compared = 0;
for i = 1:numel(paths)
  part = results;
  if i > 1 && any(strcmp(paths{i}, strcat('joints/pin/', {'gap', 'pressure', 'film_fraction', 'asperity_pressure', 'points'})))
    part = results.fields;
  end
  for name = strsplit(paths{i}, '/')
    part = part.(regexprep(name{1}, '[^A-Za-z0-9_]', '_'));
  end
  if isstruct(part) % a map
    assert(size(part.data, 3), numel(part.time));
    assert(size(part.data, 1) * size(part.data, 2) >= 64);
    continue
  end
  here = find(strncmp(head, paths{i}, numel(paths{i})));
  here = here(cellfun(@(h) any(h(numel(paths{i}) + 1) == '. '), head(here)));
  if rows(part) != numel(here), part = part.'; end % a curve is a column already
  for k = 1:numel(here)
    assert(strfind(head{here(k)}, ['[' units{i} ']']) > 0);
    assert(part(k, :)', table(:, here(k)), -4 * eps); % textscan rounds a little
    compared++;
  end
end
assert(compared, numel(head));
assert(results.settings.tolerance, 1e-3);
assert(strncmp(results.model.text, 'gudgeon: 1', 10));
disp('all well');
