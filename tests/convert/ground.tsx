<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="56" tileheight="64" tilecount="3" columns="3">
 <image source="ground.png" width="168" height="64"/>
 <tile id="0" type="grass"/>
 <tile id="1" class="castle"/>
 <tile id="2" type="my own word">
  <properties>
   <property name="terrain" value="forest"/>
  </properties>
 </tile>
</tileset>
