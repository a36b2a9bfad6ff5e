-- Health of every kvreshard.io kind, from the conditions that its operator writes.
local health = { status = "Progressing", message = "Waiting for the operator." }
local status = obj.status
if status == nil or status.conditions == nil or status.observedGeneration ~= obj.metadata.generation then
  return health
end
local conditions = {}
for _, condition in ipairs(status.conditions) do
  conditions[condition.type] = condition
end
local function is(type)
  return conditions[type] ~= nil and conditions[type].status == "True"
end
local ready = conditions["Ready"]
if ready ~= nil then
  health.message = ready.reason .. ": " .. ready.message
end
if is("Stalled") then
  health.status = "Degraded"
elseif is("Ready") then
  health.status = "Healthy"
elseif ready ~= nil and ready.reason == "Suspended" then
  health.status = "Suspended"
end
return health
